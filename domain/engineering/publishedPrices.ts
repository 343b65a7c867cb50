/** How social charges count in published prices; the names of the SINAPI sheets. */
export const REGIMES = ['SD', 'CD', 'SE'] as const;
export type Regime = (typeof REGIMES)[number];

export const REGIME_NAMES: Readonly<Record<Regime, string>> = {
  SD: 'não desonerado',
  CD: 'desonerado',
  SE: 'sem encargos sociais',
};

/** "10/2026" of 2026-10-01 or 2026-10. */
export const monthName = (month: string): string => `${month.slice(5, 7)}/${month.slice(0, 4)}`;

/** "SINAPI 10/2026 GO não desonerado": name of a cost database of published prices. */
export const publishedTableName = (month: string, state: string, regime: Regime): string =>
  `SINAPI ${monthName(month)} ${state} ${REGIME_NAMES[regime]}`;
