import { counted } from '#domain/numberFormat.ts';
import { notifyError, notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import type { OrderLineStageInput } from '#web/generated/purchase.ts';
import { useMemo, useState } from 'react';
import { useLines } from '../lines/useLines.ts';
import { failures } from '../words.ts';
import { ordersOf, type LooseOrder } from './rows.ts';
import { backOf, useClassify } from './useClassify.ts';

interface LooseOptions {
  place: { companyId: string; buildingId: string };
  /** Nothing is without a stage. */
  none: boolean;
  /** Figures by stage have changed. */
  onMoved: () => void;
  /** Orders that stay chosen: those that were refused. */
  onRefused: (orderIds: readonly string[]) => void;
}

const expensesOf = (orders: readonly LooseOrder[]): string[] => [
  ...new Set(orders.flatMap(({ lines }) => lines.flatMap(({ expenseId }) => expenseId ?? []))),
];

const suggestedLines = ({ lines }: LooseOrder): OrderLineStageInput[] =>
  lines.flatMap(({ lineId, suggestedStage }) =>
    suggestedStage ? [{ id: lineId, costEstimateGroupId: suggestedStage.id }] : [],
  );

export const hasSuggestion = ({ suggested }: LooseOrder): boolean => suggested.length > 0;

/** Orders with lines in no stage, and what puts them into one: as suggested, or as chosen; with an undo. */
export const useLooseOrders = ({ place, none, onMoved, onRefused }: LooseOptions) => {
  const { page, error, refetch } = useLines({ ...place, stageId: '-1' }, none);
  const orders = useMemo(() => (none || !page ? [] : ordersOf(page.content)), [none, page]);
  /** Why orders were refused, by id. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const { classify, busy } = useClassify(place);

  const undo = async (lines: readonly OrderLineStageInput[], expenses: readonly string[]) => {
    const results = await classify(lines, expenses);
    onMoved();
    const failed = results.filter(({ ok }) => !ok);
    const [first] = failed;
    if (!first) return notifySuccess('Classificação desfeita');
    const reason = `${first.document}: ${first.message ?? failures.classify}`;
    if (results.length === 1) return notifyError(reason);
    const back = results.length - failed.length;
    notifyError(`Classificação desfeita em ${back} de ${counted(results.length, 'pedido')}`, reason);
  };
  const move = async (lines: readonly OrderLineStageInput[], moved: readonly LooseOrder[], where: string) => {
    if (lines.length === 0) return;
    const expenses = expensesOf(moved);
    try {
      const results = await classify(lines, expenses);
      const failed = results.filter(({ ok }) => !ok);
      const done = results.length - failed.length;
      setRefused(new Map(failed.map(({ orderId, message }) => [orderId, message ?? failures.classify])));
      onRefused(failed.map(({ orderId }) => orderId));
      onMoved();
      if (done === 0) return;
      const part = failed.length === 0 ? counted(done, 'pedido') : `${done} de ${counted(results.length, 'pedido')}`;
      const text = `${part} ${done === 1 ? 'classificado' : 'classificados'} ${where}`;
      notifyUndo(text, () => void undo(backOf(results), expenses).catch(notifyFailure));
    } catch (failure) {
      notifyFailure(failure, failures.classify);
    }
  };
  return {
    ...{ orders, refused, busy, error, refetch },
    /** Puts each line where its product stands most often. */
    accept: (some: readonly LooseOrder[]) => void move(some.flatMap(suggestedLines), some, 'como sugerido'),
    /** Puts all lines into one stage. */
    assign: (some: readonly LooseOrder[], stage: { id: string; label: string }) =>
      void move(
        some.flatMap(({ lines }) => lines.map(({ lineId }) => ({ id: lineId, costEstimateGroupId: stage.id }))),
        some,
        `em ${stage.label}`,
      ),
  };
};
export type LooseOrders = ReturnType<typeof useLooseOrders>;
