/** Cadent Aperture MX: the newer name of EMX Digital. */
import { cadent } from '../adapter/families/cadent.ts';

export default cadent('cadent_aperture_mx');
