import type { AccessRule } from './access.ts';

/** The import of the register whose list is at `path`; its rule is that of creating rows. */
export const importOf = <const Path extends string, const Rule extends AccessRule>(
  path: Path,
  title: string,
  rule: Rule,
) => ({
  path: `${path}/import` as const,
  title,
  rule,
  analytics: null,
  words: 'planilha excel csv colar importação',
  fromPalette: true as const,
});
