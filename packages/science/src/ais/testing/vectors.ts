/**
 * Sentences with their decoded values: from gpsd (BSD) and pyais (MIT), each value re-decoded independently of this
 * decoder.
 */
export const positionVectors = [
  [
    '!AIVDM,1,1,,A,15RTgt0PAso;90TKcjM8h6g208CQ,0*4A',
    {
      type: 1,
      mmsi: 371798000,
      status: 0,
      turn: -127,
      speedKnots: 12.3,
      accurate: true,
      lon: -123.3953833,
      lat: 48.3816333,
      courseDegrees: 224,
      headingDegrees: 215,
      second: 33,
    },
  ],
  [
    '!AIVDM,1,1,,A,16SteH0P00Jt63hHaa6SagvJ087r,0*42',
    {
      type: 1,
      mmsi: 440348000,
      turn: null,
      speedKnots: 0,
      lon: -70.7582,
      lat: 43.08015,
      courseDegrees: 93.4,
      headingDegrees: null,
      second: 13,
    },
  ],
  [
    '!AIVDM,1,1,,B,25Cjtd0Oj;Jp7ilG7=UkKBoB0<06,0*60',
    {
      type: 2,
      mmsi: 356302000,
      turn: 127,
      speedKnots: 13.9,
      lon: -71.6261433,
      lat: 40.3923583,
      courseDegrees: 87.7,
      headingDegrees: 91,
      second: 41,
    },
  ],
  [
    '!AIVDM,1,1,,A,38Id705000rRVJhE7cl9n;160000,0*40',
    {
      type: 3,
      mmsi: 563808000,
      status: 5,
      turn: 0,
      speedKnots: 0,
      accurate: true,
      lon: -76.3275333,
      lat: 36.91,
      courseDegrees: 252,
      headingDegrees: 352,
      second: 35,
    },
  ],
  [
    '!AIVDM,1,1,,B,15M67FC000G?ufbE`FepT@3n00Sa,0*5C',
    {
      type: 1,
      mmsi: 366053209,
      status: 3,
      speedKnots: 0,
      lon: -122.341618,
      lat: 37.802118,
      courseDegrees: 219.3,
      headingDegrees: 1,
      second: 59,
    },
  ],
  [
    '!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C',
    {
      type: 1,
      mmsi: 477553000,
      status: 5,
      lon: -122.3458333,
      lat: 47.5828333,
      courseDegrees: 51,
      headingDegrees: 181,
      second: 15,
    },
  ],
  [
    '!AIVDM,1,1,,B,B5O6hr00<veEKmUaMFdEow`UWP06,0*4F',
    {
      type: 18,
      mmsi: 368161000,
      speedKnots: 5.1,
      accurate: true,
      lon: -72.2338483,
      lat: 39.480925,
      courseDegrees: 34.9,
      headingDegrees: null,
      second: 17,
      status: null,
      raim: true,
    },
  ],
  [
    '!AIVDM,1,1,,A,B52K>;h00Fc>jpUlNV@ikwpUoP06,0*4C',
    {
      type: 18,
      mmsi: 338087471,
      speedKnots: 0.1,
      lon: -74.0721317,
      lat: 40.68454,
      courseDegrees: 79.6,
      second: 49,
      raim: true,
    },
  ],
  [
    '!AIVDM,1,1,,A,13aIkM@P00PJ@qPNL=e@0?wJ28JO,5*63',
    { type: 1, mmsi: 244740981, lon: 5.7374667, lat: 53.199235, accurate: true, headingDegrees: null, second: 45 },
  ],
  [
    '!AIVDM,1,1,,B,KC5E2b@U19PFdLbMuc5=ROv62<7m,0*16',
    {
      type: 27,
      mmsi: 206914217,
      status: 2,
      lon: 137.023333,
      lat: 4.84,
      speedKnots: 57,
      courseDegrees: 167,
      second: null,
    },
  ],
  [
    '!AIVDM,1,1,,A,35NSH95001G?wopE`beasVk@0E5:,0*6F',
    {
      type: 3,
      mmsi: 367581220,
      status: 5,
      speedKnots: 0.1,
      lon: -122.3343,
      lat: 37.81065,
      courseDegrees: 254.2,
      headingDegrees: 217,
      second: 40,
    },
  ],
] as const;

export const everDiadem = [
  '!AIVDM,2,1,1,A,55?MbV02;H;s<HtKR20EHE:0@T4@Dn2222222216L961O5Gf0NSQEp6ClRp8,0*1C',
  '!AIVDM,2,2,1,A,88888888880,2*25',
] as const;

export const mtMitchell = [
  '!AIVDM,2,1,3,B,55P5TL01VIaAL@7WKO@mBplU@<PDhh000000001S;AJ::4A80?4i@E53,0*3E',
  '!AIVDM,2,2,3,B,1@0000000000000,2*55',
] as const;

export const classBPositionAndStatic = '!AIVDM,1,1,,B,C5N3SRgPEnJGEBT>NhWAwwo862PaLELTBJ:V00000000S0D:R220,0*0B';
export const proguy = [
  '!AIVDM,1,1,,A,H42O55i18tMET00000000000000,2*6D',
  '!AIVDM,1,1,,A,H42O55lti4hhhilD3nink000?050,0*40',
] as const;

/** Every sentence above, in order. */
export const everySentence: readonly string[] = [
  ...positionVectors.map(([line]) => line),
  ...everDiadem,
  ...mtMitchell,
  classBPositionAndStatic,
  ...proguy,
];
