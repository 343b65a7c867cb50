import { CheckOrderDocument, type CheckOrderQuery, type OrderCheckInput } from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useMemo, useState } from 'react';
import type { OrderForm } from './form.ts';
import { chargeOf } from './model.ts';

/** Pause in ms after the last change until the order is checked. */
const PAUSE = 300;

export type Check = NonNullable<CheckOrderQuery['checkOrder']>;
export type CheckedPrices = Check['lines'][number];

/** What was answered, by the keys of the lines that were asked about. */
export interface OrderCheckState {
  priceTolerance: string;
  prices: ReadonlyMap<string, CheckedPrices>;
  /** Each with the key of its line, where it is about one. */
  warnings: readonly (Check['warnings'][number] & { lineKey: string | null })[];
}

interface Asked {
  id: string | null;
  keys: readonly string[];
  input: OrderCheckInput;
}

/** What the answer follows from; a change of anything else asks nothing. */
const askedOf = (form: OrderForm, id: string | null): Asked => ({
  id,
  keys: form.lines.map(({ key }) => key),
  input: {
    ...{ buildingId: form.building?.id ?? null, supplierId: form.supplier?.id ?? null },
    ...{ shippingRate: chargeOf(form.shippingRate), discount: chargeOf(form.discount) },
    ...{ ipi: form.ipi || '0', ipiAmount: form.ipiAmount },
    requirementLineList: form.lines.map(({ id: line, productId, quantity, price, stage, canceled }) => ({
      ...(line !== null && id !== null && { id: line }),
      ...{ productId: productId || null, quantity: quantity || null, price: price || null, canceled },
      costEstimateGroupId: stage?.id ?? null,
    })),
  },
});

const stateOf = ({ keys }: Asked, { priceTolerance, lines, warnings }: Check): OrderCheckState => ({
  priceTolerance,
  prices: new Map(lines.flatMap((line) => (keys[line.index] === undefined ? [] : [[keys[line.index] ?? '', line]]))),
  warnings: warnings.map((one) => ({ ...one, lineKey: keys[one.priceAboveLast?.index ?? -1] ?? null })),
});

/**
 * What the services know about the order as it is typed: asked after a pause in typing, and again once it is saved. Null until
 * the first answer; without one, nothing is told.
 */
export const useOrderCheck = (
  form: OrderForm,
  { id, version, readOnly }: { id: string | null; version: number | null; readOnly: boolean },
): OrderCheckState | null => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const [state, setState] = useState<OrderCheckState | null>(null);
  const key = useMemo(() => JSON.stringify(askedOf(form, id)), [form, id]);
  const none = readOnly || !form.lines.some(({ productId }) => productId !== '');
  useEffect(() => {
    if (none) return undefined;
    let isOver = false;
    const ask = async () => {
      // Safe cast: written above.
      const asked = JSON.parse(key) as Asked;
      const variables = { companyId, id: asked.id, input: asked.input };
      const { data } = await client.query({
        ...{ query: CheckOrderDocument, variables, fetchPolicy: 'network-only' },
        context: { quiet: true },
      });
      if (!isOver && data?.checkOrder) setState(stateOf(asked, data.checkOrder));
    };
    // Saving tells what is wrong: a check that is refused tells nothing.
    const timer = setTimeout(() => void ask().catch(() => !isOver && setState(null)), PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, companyId, key, version, none]);
  return none ? null : state;
};
