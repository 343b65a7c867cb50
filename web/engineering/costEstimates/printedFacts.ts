import type { CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import type { Fact } from '#web/ui/index.ts';

/** The head of a printed part of a cost estimate. */
export const printedFacts = (
  { code, description, building }: CostEstimateHeaderFragment,
  more: readonly Fact[],
): readonly Fact[] => [
  ...(building ? [{ label: 'Obra', value: building.name }] : []),
  { label: 'Orçamento', value: [code, description].filter(Boolean).join(' · ') },
  ...more,
];
