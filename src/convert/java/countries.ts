/** Converts the countries to which GDPR applies: Prebid Server Java has codes of two letters, Gavel and OpenRTB of three (ISO 3166-1). */
import { texts } from '../conversions.ts';
import { listed } from '../notes.ts';
import type { Conversion, Converted } from '../rule.ts';

/** Each country's code of two letters and that of three, without a space between; IC (the Canaries) and UK are in use besides ISO's. */
const codes =
  'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD BEBEL BFBFA BGBGR ' +
  'BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV ' +
  'CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ' +
  'ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ ' +
  'GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN ICESP IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA ' +
  'JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO ' +
  'LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS ' +
  'MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG ' +
  'PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP ' +
  'SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL ' +
  'TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UKGBR UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM ' +
  'VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE';

const byTwo = new Map(codes.split(' ').map((code) => [code.slice(0, 2), code.slice(2)]));

/** The countries that the shipped configuration names. Gavel's defaults are the same but for former and overseas territories. */
const shipped =
  'at,bg,be,cy,cz,dk,ee,fi,fr,de,gr,hu,ie,it,lv,lt,lu,mt,nl,pl,pt,ro,sk,si,es,se,gb,is,no,li,ai,aw,pt,bm,aq,io,vg,ic,ky,fk,re,mw,gp,gf,yt,pf,tf,gl,pt,ms,an,bq,cw,sx,nc,pn,sh,pm,gs,tc,uk,wf';

/** How many wrong codes a note names. */
const mostNamed = 10;

/** A list of countries, or a text with commas; nothing for the shipped list. */
export const countries: Conversion = (stated, around): Converted => {
  const list = texts(stated, around)?.value;
  if (!Array.isArray(list)) return { value: list };
  const given = list.map((code) => String(code).toUpperCase());
  if (given.join(',') === shipped.toUpperCase()) return undefined;
  const value = [...new Set(given.flatMap((code) => byTwo.get(code) ?? []))];
  const unknown = given.filter((code) => !byTwo.has(code));
  if (unknown.length === 0) return { value };
  const which = listed(unknown, mostNamed);
  return {
    value,
    tell: `converted without ${which}: list codes of two letters, or add what is meant to privacy.gdpr.countries in three letters`,
  };
};
