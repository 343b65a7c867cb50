import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { useTaskQuery } from '#web/generated/engineering.ts';
import { textsOf } from '#web/register/noun.ts';
import { Breadcrumb, Screen, Skeleton } from '#web/ui/index.ts';
import { failures, noun, TASKS } from '../words.ts';
import { TaskEditor, type TaskEditorProps } from './TaskEditor.tsx';

interface TaskPageProps extends Omit<TaskEditorProps, 'task'> {
  /** 'new', or the id of the composition. */
  id: string;
}

/** The page of a composition, once it is loaded. */
export const TaskPage = ({ id, ...props }: TaskPageProps) => {
  const isNew = id === 'new';
  const { data, error, refetch } = useTaskQuery({
    variables: { id },
    skip: isNew,
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const task = data?.task;
  if (isNew && props.choices) return <TaskEditor {...props} task={null} />;
  // The list brings a composition without its lines.
  if (task?.items) return <TaskEditor {...props} task={task} />;
  const missing = error ? errorText(error, failures.one) : textsOf(noun).missing;
  return (
    <Screen>
      <Breadcrumb steps={[{ label: 'Serviços', to: TASKS }]} />
      {!isNew && (error ?? data) ? (
        <Failure error={error} message={missing} onRetry={() => void refetch()} remedy={gone(TASKS)} />
      ) : (
        <Skeleton rows={10} />
      )}
    </Screen>
  );
};
