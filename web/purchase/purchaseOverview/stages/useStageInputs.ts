import { PurchaseOverviewDocument } from '#web/generated/purchase.ts';
import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import type { Row } from '../inputs/rows.ts';
import type { InputsOfStage } from './rows.ts';

/** Stages that are asked at once. */
const AT_ONCE = 4;

/** Inputs of stages, asked for as their rows come into sight. */
export const useStageInputs = (place: { companyId: string; buildingId: string }) => {
  const client = useApolloClient();
  const [inputs, setInputs] = useState<InputsOfStage>(new Map());
  const asked = useRef(new Set<string>());
  const waiting = useRef<string[]>([]);
  const busy = useRef(0);
  /** Answers to what was asked before everything was forgotten are none. */
  const round = useRef(0);

  const read = async (stageId: string): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    for (let page = 0; ; page += 1) {
      const { data } = await client.query({
        ...{ query: PurchaseOverviewDocument, variables: { ...place, page, filter: { stageId } } },
        ...{ fetchPolicy: 'network-only', context: { quiet: true } },
      });
      const answer = data?.purchaseOverview;
      if (!answer) throw new TypeError('the stage did not answer');
      rows.push(...answer.content);
      if (answer.last) return rows;
    }
  };
  const next = (): void => {
    const stageId = busy.current < AT_ONCE ? waiting.current.shift() : undefined;
    if (stageId === undefined) return;
    busy.current += 1;
    const now = round.current;
    const answered = (answer: { rows: readonly Row[] } | { failed: true }) => {
      busy.current -= 1;
      if (now === round.current) setInputs((before) => new Map(before).set(stageId, answer));
      next();
    };
    read(stageId).then(
      (rows) => answered({ rows }),
      () => answered({ failed: true }),
    );
    next();
  };
  return {
    inputs,
    /** Asks for the inputs of a stage, once. */
    need: (stageId: string): void => {
      if (asked.current.has(stageId)) return;
      asked.current.add(stageId);
      waiting.current.push(stageId);
      next();
    },
    retry: (stageId: string): void => {
      asked.current.delete(stageId);
      setInputs((before) => new Map([...before].filter(([id]) => id !== stageId)));
    },
    /** After a change, all of them are asked for again. */
    forget: (): void => {
      round.current += 1;
      asked.current.clear();
      waiting.current = [];
      setInputs(new Map());
    },
  };
};
