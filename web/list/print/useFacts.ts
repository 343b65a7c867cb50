import { useSession } from '#web/session/sessionContext.ts';
import type { Fact } from '#web/ui/index.ts';
import { useState } from 'react';
import { filterText } from '../listFilters.ts';
import { factsOf, type Asked, type Shown } from './facts.ts';

interface Around extends Pick<Shown, 'columns'> {
  tabs?: readonly { id: string; label: string }[] | undefined;
  tabKey?: string | undefined;
  tabsLabel?: string | undefined;
  /** The chosen view, where no tab has its id. */
  viewWords?: Fact;
  filterWords?: readonly Fact[] | undefined;
  /** The server's order, where the list asks for none. */
  defaultSort?: Asked['sort'][number] | undefined;
}

/** What a list was asked for, in words, for paper; `chips` are filled by the chips that are shown. */
export const useFacts = (list: Asked, around: Around) => {
  const { columns, tabs, tabKey = 'active', tabsLabel = 'Situação', viewWords, filterWords, defaultSort } = around;
  const { place } = useSession();
  const [chips] = useState(() => new Map<string, Fact>());
  const view = tabs?.find(({ id }) => id === (filterText(list.query, tabKey) ?? ''));
  const facts = (): Fact[] =>
    factsOf(
      { ...list, sort: list.sort.length > 0 || !defaultSort ? list.sort : [defaultSort] },
      {
        ...{ columns, viewKey: tabKey, chips: chips.values(), others: filterWords },
        view: viewWords ?? (view && { label: tabsLabel, value: view.label }),
      },
      place,
    );
  return { facts, chips };
};
