import { counted } from '#domain/numberFormat.ts';
import { useTaskChoicesQuery, type TaskRowFragment } from '#web/generated/engineering.ts';
import { filterText } from '#web/list/listFilters.ts';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { textsOf } from '#web/register/noun.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useState } from 'react';
import { taskCard, taskColumns, taskFileColumns } from './columns.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import { TaskPage } from './editor/TaskPage.tsx';
import { sourceWords, TaskFilters } from './TaskFilters.tsx';
import { useTaskList } from './useTaskList.ts';
import { failures, noun } from './words.ts';

const texts = textsOf(noun);

/** Serviços (§2 /task): the compositions of all cost databases, and the page of one (`?id=`). */
const TasksScreen = () => {
  const list = useTaskList();
  const { data: choices } = useTaskChoicesQuery();
  const mayWrite = useSession().may({ anyOf: ['ENGINEERING'] });
  const [copying, setCopying] = useState<TaskRowFragment | null>(null);
  const { page, rows, setOwn } = list;
  const id = list.own('id');
  const totals = list.data?.taskTotals;
  const open = (next: string | null, history: 'push' | 'replace' = 'push') => setOwn('id', next, history);
  if (id !== null) {
    const index = rows.findIndex((row) => row.id === id);
    const move = (direction: 1 | -1) => {
      const next = rows[index + direction];
      if (next) open(next.id, 'replace');
    };
    return (
      <TaskPage
        key={id}
        id={id}
        choices={choices}
        onOpen={open}
        onClose={() => open(null)}
        onMove={index < 0 ? undefined : move}
      />
    );
  }
  return (
    <>
      <ListScreen
        title="Serviços"
        summary={page && counted(page.totalElements, noun.one, noun.many)}
        list={list}
        failureText={failures.list}
        columns={taskColumns}
        fileColumns={taskFileColumns}
        rowActions={(row) => [{ label: 'Duplicar', disabled: !mayWrite, onClick: () => setCopying(row) }]}
        defaultSort={filterText(list.query, 'search') ? undefined : { id: 'code', desc: false }}
        card={taskCard}
        searchLabel="Código, descrição ou parte dela"
        filters={<TaskFilters list={list} choices={choices} />}
        filterWords={sourceWords(list.query, choices)}
        tabs={[
          { id: '', label: 'Ativas', count: totals?.active },
          { id: 'false', label: 'Inativas', count: totals?.inactive },
          { id: 'all', label: 'Todas', count: totals?.all },
        ]}
        newLabel={mayWrite ? texts.create : undefined}
        emptyTitle={texts.empty}
        emptyText="Monte a primeira com insumos e outras composições, ou duplique uma do SINAPI."
        // A composition opens on its page, which takes the place of the list.
        drawer={() => null}
      />
      {copying && (
        <CopyDialog
          task={copying}
          choices={choices}
          onClose={() => setCopying(null)}
          onCopied={(copied) => {
            setCopying(null);
            open(copied);
          }}
        />
      )}
    </>
  );
};

export default TasksScreen;
