/** Cadent Aperture MX. */
import { cadent } from '../adapter/families/cadent.ts';

export default cadent('cadent_aperture_mx');
