/** EMX Digital: the older name of Cadent Aperture MX. */
import { cadent } from '../adapter/families/cadent.ts';

export default cadent('emx_digital');
