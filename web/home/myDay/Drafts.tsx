import { keptDrafts } from '#web/form/useDraft.ts';
import type { Noun } from '#web/register/noun.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { today } from '#web/ui/clock.ts';
import { useState } from 'react';
import { draftRows } from './drafts.ts';
import { Group } from './Group.tsx';
import type { DayActs } from './model.ts';

const noun: Noun = { one: 'rascunho', many: 'rascunhos', gender: 'o' };
/** The oldest ones give way. */
const MOST = 50;
const nothing = () => undefined;

/** Forms that were left with something typed in them, as this browser keeps them; nothing without any. */
export const Drafts = ({ act }: { act: DayActs }) => {
  const { may } = useSession();
  const { companyId } = usePlace();
  const [drafts] = useState(keptDrafts);
  const rows = draftRows(drafts, companyId, may).slice(0, MOST);
  if (rows.length === 0) return null;
  const part = {
    ...{ title: 'Rascunhos', noun, none: '', list: null, error: undefined, retry: nothing },
    days: 'só neste navegador',
    figures: { rows, count: rows.length, value: null },
  };
  return <Group title="Para terminar" parts={[part]} today={today()} act={act} />;
};
