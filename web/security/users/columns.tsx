import { formatDate } from '#domain/dates.ts';
import type { UserRowFragment } from '#web/generated/security.ts';
import { dayOf, timeOf, type CardItem, type Column } from '#web/ui/index.ts';
import { accessText } from './model.ts';
import { statusText, UserStatusPill } from './UserStatusPill.tsx';

type Row = UserRowFragment;

/** "20/11/2026, 12:00" where the reader is; "—" for never. */
export const instantText = (instant: string | null | undefined): string =>
  instant ? `${formatDate(dayOf(instant))}, ${timeOf(instant)}` : '—';

export const userColumns: Column<Row>[] = [
  { id: 'name', title: 'Nome', sortable: true, tone: 'strong', minWidth: 160, value: (row) => row.name },
  { id: 'login', title: 'E-mail', sortable: true, minWidth: 200, value: (row) => row.login },
  {
    id: 'status',
    title: 'Situação',
    width: 168,
    sortable: true,
    value: statusText,
    render: (row) => <UserStatusPill user={row} />,
  },
  { id: 'access', title: 'Acesso', tone: 'muted', minWidth: 240, flex: 2, value: accessText },
  {
    id: 'lastLoginAt',
    title: 'Último acesso',
    width: 160,
    sortable: true,
    tone: 'muted',
    value: (row) => instantText(row.lastLoginAt),
  },
];

export const userCard = (row: Row): CardItem => ({
  id: row.id,
  title: row.name,
  // A line each: an address that is cut tells nobody who it is.
  meta: (
    <>
      {row.login}
      <br />
      {accessText(row)}
    </>
  ),
  endMeta: <UserStatusPill user={row} />,
});
