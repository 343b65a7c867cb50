/** A device as its user recognises it. */
export interface Device {
  /** "Chrome no Windows". */
  name: string;
  mobile: boolean;
}

/** In this order: most browsers also name the ones that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string, boolean])[] = [
  [/\biPhone\b/, 'iPhone', true],
  [/\biPad\b/, 'iPad', true],
  [/\bAndroid\b/, 'Android', true],
  [/\bWindows\b/, 'Windows', false],
  [/\bMacintosh\b/, 'Mac', false],
  [/\bCrOS\b/, 'ChromeOS', false],
  [/\bLinux\b/, 'Linux', false],
];

/** Reads browser and system of a User-Agent header; versions change weekly and tell nobody anything. */
export const deviceOf = (userAgent: string | null | undefined): Device => {
  const text = userAgent ?? '';
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(text));
  const mobile = system?.[2] ?? false;
  if (browser && system) return { name: `${browser} no ${system[1]}`, mobile };
  return { name: browser ?? system?.[1] ?? 'Dispositivo desconhecido', mobile };
};
