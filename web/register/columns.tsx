import { ActivePill, type Column } from '#web/ui/index.ts';
import type { Noun } from './noun.ts';
import type { RegisterRow } from './operations.ts';

/** "Situação": whether new documents can use the row. */
export const activeColumn = <Row extends RegisterRow>({ gender }: Noun, width = 120): Column<Row> => ({
  id: 'active',
  title: 'Situação',
  width,
  value: ({ active }) => `${active ? 'Ativ' : 'Inativ'}${gender}`,
  render: ({ active }) => <ActivePill active={active} feminine={gender === 'a'} />,
});

/** The main column, with the row's name. */
export const nameColumn = <Row extends RegisterRow & { name: string }>(title: string): Column<Row> => ({
  ...{ id: 'name', title, sortable: true, tone: 'strong', minWidth: 200, flex: 2 },
  value: ({ name }) => name,
});
