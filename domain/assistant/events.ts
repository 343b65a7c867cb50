/** What the assistant tells by itself (domain.md §6), by kinds that a person may switch off. */
export const SWITCHABLE = [
  'PAYMENT',
  'PRICE_ABOVE_LAST',
  'DUPLICATE',
  'MEASUREMENT_BEHIND',
  'NEGATIVE_DAY',
  'APPROVAL',
  'SUPPLIER',
  'JOB',
  'MENTION',
] as const;
export type SwitchableEvent = (typeof SWITCHABLE)[number];

/** ACCOUNT: changed permissions and rules, which everybody is told. BROADCAST: an administrator to all. */
export type AssistantEvent = SwitchableEvent | 'ACCOUNT' | 'BROADCAST';
