import { commentText } from '#domain/financial/comments/mentions.ts';
import { words } from '#web/financial/transactions/words.ts';
import { useMyDayMentionsQuery, type MyDayMentionsQuery } from '#web/generated/home.ts';
import type { Noun } from '#web/register/noun.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useRereadOnChange } from '#web/session/useRereadOnChange.ts';
import { dayOf, today } from '#web/ui/index.ts';
import { Group } from './Group.tsx';
import { MY_DAY, READING, type DayActs, type DayRow } from './model.ts';

const noun: Noun = { one: 'menção', many: 'menções', gender: 'a' };
/** The rest comes up as these are answered: there is no list of mentions. */
const MOST = 10;
const CHANGING = ['TransactionComment', 'Transaction'];

type Row = NonNullable<MyDayMentionsQuery['mentions']>['content'][number];

const rowOf = ({ id, at, author, text, mentions, transaction }: Row): DayRow => {
  const { type, partner, description, documentNumber } = transaction;
  const search = new URLSearchParams({ type, id: transaction.id });
  return {
    id,
    to: `${MY_DAY}?${search.toString()}#comments`,
    ...{ date: dayOf(at), late: false, value: null, pays: null },
    name: [partner?.name ?? description ?? words[type].noPartner, documentNumber].filter(Boolean).join(' · '),
    about: `${author?.name ?? 'Usuário excluído'}: ${commentText(text, mentions)}`,
  };
};

/** Comments that mention the person and wait for an answer; nothing without any, nor while nothing is known of them. */
export const Mentions = ({ act }: { act: DayActs }) => {
  const { companyId } = usePlace();
  const { data, previousData, error, refetch } = useMyDayMentionsQuery({
    ...READING,
    variables: { companyId, size: MOST },
  });
  useRereadOnChange(CHANGING, refetch, false);
  const page = (data ?? previousData)?.mentions;
  if (!page && !error) return null;
  if (page?.totalElements === 0) return null;
  const part = {
    ...{ title: 'Menções', noun, none: '', list: null, error },
    days: 'até você comentar',
    retry: () => void refetch().catch(() => undefined),
    figures: page ? { rows: page.content.map(rowOf), count: page.totalElements, value: null } : undefined,
  };
  return <Group title="Para responder" parts={[part]} today={today()} act={act} />;
};
