import { createDarkTheme, createLightTheme, type BrandVariants, type Theme } from '@fluentui/react-components';
import { darkPalette, lightPalette, type Palette } from './palette.ts';

/** Brand ramp "petróleo", OKLCH hue 222; 80 on white is 6.1:1, 120 on the dark page 6.8:1. */
const petroleo: BrandVariants = {
  10: '#000f16',
  20: '#001d27',
  30: '#002a37',
  40: '#003645',
  50: '#004354',
  60: '#005064',
  70: '#015d74',
  80: '#026b85',
  90: '#0d7c99',
  100: '#2a8daa',
  110: '#489fbb',
  120: '#65b1ca',
  130: '#81c1d7',
  140: '#a0d0e2',
  150: '#bfdfeb',
  160: '#deeff5',
};

export type PrumoTheme = Theme & Palette;

const shared = {
  fontFamilyBase: "'Roboto Variable', Roboto, 'Segoe UI', system-ui, sans-serif",
  fontFamilyNumeric: "'Roboto Variable', Roboto, 'Segoe UI', system-ui, sans-serif",
  borderRadiusMedium: '6px',
  borderRadiusLarge: '8px',
  borderRadiusXLarge: '10px',
} satisfies Partial<Theme>;

const neutrals = (palette: Palette): Partial<Theme> => ({
  colorNeutralForeground1: palette.text1,
  colorNeutralForeground1Hover: palette.text1,
  colorNeutralForeground1Pressed: palette.text1,
  colorNeutralForeground2: palette.text2,
  colorNeutralForeground2Hover: palette.text1,
  colorNeutralForeground3: palette.text3,
  // Placeholders are text: Fluent's grey has a contrast below 4.5:1 on the product's surfaces.
  colorNeutralForeground4: palette.text3,
  colorNeutralBackground1: palette.surface,
  colorNeutralBackground2: palette.chrome,
  colorNeutralBackground3: palette.page,
  colorNeutralStroke1: palette.strokeControl,
  colorNeutralStroke2: palette.strokeOuter,
  colorNeutralStroke3: palette.strokeInner,
  colorPaletteRedForeground1: palette.moneyOut,
  colorStatusDangerForeground1: palette.moneyOut,
});

export const lightTheme: PrumoTheme = {
  ...createLightTheme(petroleo),
  ...shared,
  ...neutrals(lightPalette),
  ...lightPalette,
};

export const darkTheme: PrumoTheme = {
  ...createDarkTheme(petroleo),
  ...shared,
  ...neutrals(darkPalette),
  ...darkPalette,
  colorBrandForeground1: petroleo[120],
  colorBrandForeground2: petroleo[130],
  colorBrandBackground: petroleo[80],
  colorBrandBackgroundHover: petroleo[90],
  colorBrandBackgroundPressed: petroleo[70],
  colorCompoundBrandForeground1: petroleo[120],
  colorCompoundBrandBackground: petroleo[110],
  colorCompoundBrandStroke: petroleo[120],
};
