/** Countries of customers and facilities, their states by the code that is stored, and their time zones (spec 002 §5, §9). */
export const COUNTRIES = ["usa", "canada", "mexico"] as const;
export type Country = (typeof COUNTRIES)[number];

const US =
  "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming";
const CANADA =
  "AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon";
/** By the post's two letters. */
const MEXICO =
  "AG Aguascalientes,BC Baja California,BS Baja California Sur,CM Campeche,CS Chiapas,CH Chihuahua,CX Ciudad de México,CO Coahuila,CL Colima,DG Durango,EM Estado de México,GT Guanajuato,GR Guerrero,HG Hidalgo,JA Jalisco,MI Michoacán,MO Morelos,NA Nayarit,NL Nuevo León,OA Oaxaca,PU Puebla,QT Querétaro,QR Quintana Roo,SL San Luis Potosí,SI Sinaloa,SO Sonora,TB Tabasco,TM Tamaulipas,TL Tlaxcala,VE Veracruz,YU Yucatán,ZA Zacatecas";

export type State = { code: string; name: string };
const read = (list: string): State[] =>
  list.split(",").map((each) => {
    const [code = "", ...words] = each.split(" ");
    return { code, name: words.join(" ") };
  });

/** Names of places are the same in both languages. */
export const STATES: Record<Country, readonly State[]> = {
  usa: read(US),
  canada: read(CANADA),
  mexico: read(MEXICO),
};
export const isStateOf = (country: Country, code: string): boolean =>
  STATES[country].some((state) => state.code === code);

const AMERICA = (names: string): string[] => names.split(" ").map((name) => `America/${name}`);
export const TIME_ZONES: Record<Country, readonly string[]> = {
  usa: [
    ...AMERICA(
      "New_York Detroit Kentucky/Louisville Indiana/Indianapolis Chicago Menominee North_Dakota/Center Denver Boise Phoenix Los_Angeles Anchorage Juneau Adak",
    ),
    "Pacific/Honolulu",
  ],
  canada: AMERICA(
    "St_Johns Halifax Moncton Toronto Winnipeg Regina Edmonton Vancouver Whitehorse Yellowknife Iqaluit",
  ),
  mexico: AMERICA(
    "Mexico_City Monterrey Merida Cancun Chihuahua Ciudad_Juarez Ojinaga Matamoros Mazatlan Bahia_Banderas Hermosillo Tijuana",
  ),
};
export const isTimeZoneOf = (country: Country, zone: string): boolean =>
  TIME_ZONES[country].includes(zone);
