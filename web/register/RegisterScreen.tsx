import { counted } from '#domain/numberFormat.ts';
import { ListScreen, type ListScreenProps, type ListTab } from '#web/list/ListScreen.tsx';
import type { MenuAction, Total } from '#web/ui/index.ts';
import type { Register } from './defineRegister.ts';
import { textsOf, type Noun } from './noun.ts';
import type { RegisterRow, RegisterTotals } from './operations.ts';
import { RegisterEditor, type RegisterEditorProps, type RegisterRights } from './RegisterEditor.tsx';

const ALL_RIGHTS: RegisterRights<RegisterRow> = {};

export interface RegisterScreenProps<
  Row extends RegisterRow,
  Totals extends RegisterTotals,
  Form extends object,
> extends Pick<RegisterEditorProps<Row, Totals, Form>, 'actions' | 'Editor'> {
  register: Register<Row, Totals, Form>;
  /** Rights on rows; default: all. */
  rights?: RegisterRights<Row>;
  /** Columns for users who may not see all of the described ones. */
  columns?: ListScreenProps<Row>['columns'];
  /** Text after the count below the title. */
  summary?: (totals: Totals | undefined) => string | null | undefined;
  /** Sums over the filter, in the foot. */
  sums?: (totals: Totals | undefined) => readonly Total[] | undefined;
  /** Buttons of the head: an import. */
  headActions?: ListScreenProps<Row>['actions'];
  /** Actions of a row before "Desativar". */
  rowActions?: (row: Row) => readonly MenuAction[];
}

/** A register: its list, and the drawer of one row (`?id=`). */
export const RegisterScreen = <Row extends RegisterRow, Totals extends RegisterTotals, Form extends object>(
  props: RegisterScreenProps<Row, Totals, Form>,
) => {
  const { register } = props;
  const rights: RegisterRights<Row> = props.rights ?? ALL_RIGHTS;
  const { noun, tabs } = register;
  const texts = textsOf(noun);
  const list = register.useList();
  const { toggle } = register.useCalls();
  const { page } = list;
  const sorted = register.columns.find(({ sortable }) => sortable);
  const totals = list.data?.totals ?? undefined;
  const switching = (row: Row): MenuAction[] => {
    if (rights.mayLeave?.(row) === false) return [];
    const disabled = rights.readOnly?.(row) !== undefined;
    return [{ label: row.active ? 'Desativar' : 'Reativar', disabled, onClick: () => void toggle(row) }];
  };
  return (
    <ListScreen
      title={texts.title}
      summary={
        page && [counted(page.totalElements, noun.one, noun.many), props.summary?.(totals)].filter(Boolean).join(' · ')
      }
      list={list}
      failureText={register.failures.list}
      columns={props.columns ?? register.columns}
      rowActions={(row) => [...(props.rowActions?.(row) ?? []), ...switching(row)]}
      defaultSort={sorted && { id: sorted.id, desc: false }}
      card={register.card}
      searchLabel={register.searchLabel ?? texts.search}
      tabKey={tabs?.key}
      tabs={tabs ? tabs.of(totals) : usualTabs(noun, register.firstTab, totals)}
      actions={props.headActions}
      newLabel={rights.create === false ? undefined : texts.create}
      emptyTitle={register.emptyTitle ?? texts.empty}
      emptyText={register.emptyText}
      totals={(data) => props.sums?.(data.totals ?? undefined)}
      drawer={(id, onMove) => (
        <RegisterEditor
          key={id === 'new' ? 'new' : 'row'}
          register={register}
          rights={rights}
          id={id}
          actions={props.actions}
          Editor={props.Editor}
          onClose={() => list.setOwn('id', null)}
          onMove={onMove}
          onSaved={(saved) => list.setOwn('id', saved, 'replace')}
        />
      )}
    />
  );
};

/** Returns the tabs "Ativas", "Inativas", "Todas"; the first one is the default. */
const usualTabs = ({ gender }: Noun, first: 'active' | 'all' = 'active', totals?: RegisterTotals): ListTab[] => {
  const all = { label: `Tod${gender}s`, count: totals?.all };
  const active = { label: `Ativ${gender}s`, count: totals?.active };
  const inactive = { id: 'false', label: `Inativ${gender}s`, count: totals?.inactive };
  return first === 'all'
    ? [{ id: '', ...all }, { id: 'true', ...active }, inactive]
    : [{ id: '', ...active }, inactive, { id: 'all', ...all }];
};
