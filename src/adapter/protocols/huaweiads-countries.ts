/** Decides which country is reported to Huawei Ads, and which of its sites is called: China, Russia, Europe, or the rest of the world. */
import type { SharedRequest } from '../call-steps.ts';

/** Reported if nothing states the country. */
const defaultCountry = 'ZA';

/** ISO 3166-1: alpha-3 codes that do not begin with their alpha-2 code, each followed by that. */
const irregular =
  'ABWAW AGOAO ALAAX ANDAD AREAE ARMAM ATFTF ATGAG AUTAT BDIBI BENBJ BESBQ BGDBD BHSBS BIHBA BLRBY BLZBZ BRBBB BRNBN ' +
  'CAFCF CHLCL CHNCN CODCD COGCG COKCK COMKM CPVCV CUWCW CYMKY DNKDK ESHEH ESTEE FLKFK FROFO FSMFM GINGN GLPGP GNBGW ' +
  'GNQGQ GRDGD GRLGL GUFGF GUYGY IRLIE IRQIQ ISRIL JAMJM KAZKZ KORKR LBRLR LBYLY MACMO MAFMF MDGMG MDVMV MEXMX MLTMT ' +
  'MNEME MNPMP MOZMZ MTQMQ MYTYT NIUNU PAKPK PCNPN PLWPW PNGPG POLPL PRKKP PRTPT PRYPY PYFPF SENSN SGSGS SLBSB SLVSV ' +
  'SPMPM SRBRS SURSR SVKSK SVNSI SWESE SWZSZ SYCSC TCDTD TKMTM TUNTN TURTR TUVTV UKRUA URYUY WLFWF';
const byAlpha3 = new Map(irregular.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]));

/** ITU E.212: mobile country codes, each followed by its country. */
const mobile =
  '202GR 204NL 206BE 208FR 212MC 213AD 214ES 216HU 218BA 219HR 220RS 221XK 222IT 225VA 226RO 228CH 230CZ 231SK 232AT ' +
  '234GB 235GB 238DK 240SE 242NO 244FI 246LT 247LV 248EE 250RU 255UA 257BY 259MD 260PL 262DE 266GI 268PT 270LU 272IE ' +
  '274IS 276AL 278MT 280CY 282GE 283AM 284BG 286TR 288FO 289GE 290GL 292SM 293SI 294MK 295LI 297ME 302CA 308PM 310US ' +
  '311US 312US 313US 314US 315US 316US 330PR 332VI 334MX 338JM 340GP 342BB 344AG 346KY 348VG 350BM 352GD 354MS 356KN ' +
  '358LC 360VC 362CW 363AW 364BS 365AI 366DM 368CU 370DO 372HT 374TT 376TC 400AZ 401KZ 402BT 404IN 405IN 406IN 410PK ' +
  '412AF 413LK 414MM 415LB 416JO 417SY 418IQ 419KW 420SA 421YE 422OM 424AE 425IL 426BH 427QA 428MN 429NP 430AE 431AE ' +
  '432IR 434UZ 436TJ 437KG 438TM 440JP 441JP 450KR 452VN 454HK 455MO 456KH 457LA 460CN 461CN 466TW 467KP 470BD 472MV ' +
  '502MY 505AU 510ID 514TL 515PH 520TH 525SG 528BN 530NZ 536NR 537PG 539TO 540SB 541VU 542FJ 543WF 544AS 545KI 546NC ' +
  '547PF 548CK 549WS 550FM 551MH 552PW 553TV 554TK 555NU 602EG 603DZ 604MA 605TN 606LY 607GM 608SN 609MR 610ML 611GN ' +
  '612CI 613BF 614NE 615TG 616BJ 617MU 618LR 619SL 620GH 621NG 622TD 623CF 624CM 625CV 626ST 627GQ 628GA 629CG 630CD ' +
  '631AO 632GW 633SC 634SD 635RW 636ET 637SO 638DJ 639KE 640TZ 641UG 642BI 643MZ 645ZM 646MG 647RE 648ZW 649NA 650MW ' +
  '651LS 652BW 653SZ 654KM 655ZA 657ER 658SH 659SS 702BZ 704GT 706SV 708HN 710NI 712CR 714PA 716PE 722AR 724BR 730CL ' +
  '732CO 734VE 736BO 738GY 740EC 742GF 744PY 746SR 748UY 750FK';
const byMobileCode = new Map(mobile.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]));

const world = 'adx-dra.op.hicloud.com';
const europe = 'adx-dre.op.hicloud.com';
const europeans =
  'AD AL AN AT AU AX BA BE BG BQ CA CH CW CY CZ DE DK EE ES FI FO FR GB GG GI GL GR HR HU IE IL IM IS IT JE LI LT LU ' +
  'LV MC MD ME MF MK MT NL NO NZ PL PM PT RO RS SE SI SJ SK SM SX TR UA US VA VC XK';
const siteByCountry = new Map([
  ...europeans.split(' ').map((country) => [country, europe] as const),
  ['CN', 'acd.op.hicloud.com'],
  ['RU', 'adx-drru.op.hicloud.com'],
]);

/** The hosts of all sites. */
export const sites: ReadonlySet<string> = new Set([world, ...siteByCountry.values()]);

/** The host to call for a device in this country (alpha-2). */
export function siteOf(country: string): string {
  return siteByCountry.get(country) ?? world;
}

/** The device's country (alpha-2): its location's, else its user's, else its mobile network's, else 'ZA'. */
export function countryOf({ device, user }: SharedRequest): string {
  return (
    alpha2Of(device?.geo?.country) ??
    alpha2Of(user?.geo?.country) ??
    byMobileCode.get(device?.mccmnc?.split('-', 1)[0] ?? '') ??
    defaultCountry
  );
}

/** A country code of two or three letters as two. An unknown code is cut, as the recorded case of Antarctica shows. */
function alpha2Of(country = ''): string | undefined {
  if (!/^[A-Za-z]{2,3}$/.test(country)) return undefined;
  const code = country.toUpperCase();
  return byAlpha3.get(code) ?? code.slice(0, 2);
}
