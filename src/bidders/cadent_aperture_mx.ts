/** Cadent Aperture MX: the newer of one bidder's two names. */
import { cadent } from '../adapter/families/cadent.ts';

export default cadent('cadent_aperture_mx');
