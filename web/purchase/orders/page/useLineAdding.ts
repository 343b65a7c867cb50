import { counted } from '#domain/numberFormat.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { placeOf, type Cells } from '#web/form/lines/cells.ts';
import type { Found } from '#web/form/lines/LineSearch.tsx';
import type { FormHistory } from '#web/form/lines/useHistory.ts';
import { OrderCandidatesDocument, type OrderCandidateFragment } from '#web/generated/purchase.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { addLines, fillDown } from './edits.ts';
import type { FormLine, OrderForm } from './form.ts';
import { lineOfCandidate } from './model.ts';
import { candidateOf, linesOfPaste, namedFirst, pastedLines, pastedValues } from './paste.ts';

/** Requests of a paste at once. */
const AT_ONCE = 6;

interface Asked {
  text: string;
  at: number;
  /** Key of the marked line that the next choice replaces. */
  instead: string | null;
}

/** Adds lines by search and by paste, and fills columns with pasted numbers. */
export const useLineAdding = (form: OrderForm, history: FormHistory<OrderForm>, cells: Cells) => {
  const client = useApolloClient();
  const [asked, setAsked] = useState<Asked | null>(null);

  const find = async (search: string): Promise<Found<OrderCandidateFragment>> => {
    const { data } = await client.query({
      ...{ query: OrderCandidatesDocument, variables: { search }, fetchPolicy: 'network-only' },
      context: { quiet: true },
    });
    return {
      content: namedFirst(data?.products?.content ?? [], search),
      total: data?.products?.totalElements ?? 0,
    };
  };
  const add = (lines: readonly FormLine[], instead: string | null): void => {
    history.edit(addLines(lines, instead));
    const [first] = lines;
    if (first) cells.focusNext(first.key, 'quantity');
  };
  const choose = (candidate: OrderCandidateFragment): void => {
    // What follows a line is often of the same stage.
    const stage = form.lines.at(-1)?.stage ?? null;
    add([lineOfCandidate(candidate, { stage })], asked?.instead ?? null);
    setAsked(null);
  };
  const foundOf = async (texts: readonly string[]): Promise<Map<string, OrderCandidateFragment | string>> => {
    const found = new Map<string, OrderCandidateFragment | string>();
    const waiting = [...texts];
    const work = async (): Promise<void> => {
      for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
        found.set(text, candidateOf(text, (await find(text)).content));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return found;
  };
  /** Numbers pasted into a cell go down its column; returns whether the text is such numbers. */
  const fill = (text: string): boolean => {
    const place = placeOf(document.activeElement);
    if (place?.column !== 'quantity' && place?.column !== 'price') return false;
    const values = pastedValues(text, place.column);
    if (values === null) return false;
    history.edit(fillDown(place.key, values));
    return true;
  };
  const pasteLines = (text: string): boolean => {
    const pasted = pastedLines(text);
    if (pasted.length === 0) return false;
    const send = async () => {
      const lines = linesOfPaste(pasted, await foundOf([...new Set(pasted.map((line) => line.text))]));
      const unknown = lines.filter((line) => line.unknown !== null).length;
      add(lines, null);
      notifySuccess(
        `${counted(lines.length, 'linha colada', 'linhas coladas')}${unknown > 0 ? `, ${unknown} sem insumo` : ''}`,
      );
    };
    send().catch(notifyFailure);
    return true;
  };
  /** Brings the text of a marked line to the search, whose choice takes the line's place. */
  const search = (line: FormLine): void => {
    setAsked({ text: line.code, at: Date.now(), instead: line.key });
    cells.focusNext(null);
  };
  return { find, choose, paste: (text: string) => fill(text) || pasteLines(text), pasteLines, search, asked };
};
