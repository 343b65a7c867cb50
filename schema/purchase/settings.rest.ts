import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { DECIMAL_FORMAT } from '../platform/shapes.ts';

const Percent = (description: string) =>
  Type.String({
    format: DECIMAL_FORMAT,
    pattern: '^(100(\\.0+)?|\\d{1,2}(\\.\\d{1,2}0*)?)$',
    description: `${description}: decimal as text, 0 to 100, up to 2 places`,
    'x-message': 'Informe um percentual de 0 a 100, com até 2 casas.',
  });

/** How the account buys (domain.md §4; docs/decisions/0059). */
export const PurchaseSettings = Type.Object({
  receiptTolerance: Percent(
    'Percent by which a nota may pass its order in quantity, and in price without a question, 0 unless set',
  ),
  priceTolerance: Percent('Percent by which a price may differ before it is warned about, 5 unless set'),
});
export type PurchaseSettings = Static<typeof PurchaseSettings>;

const path = '/api/v1/purchase/settings';

export const purchaseSettingsEndpoints = {
  get: endpoint({ method: 'GET', path, summary: 'How the account buys', answer: PurchaseSettings }),
  update: endpoint({
    method: 'PUT',
    path,
    summary: 'Changes how the account buys; a setting that is left out stays',
    body: Type.Partial(PurchaseSettings),
    answer: PurchaseSettings,
  }),
};
