import { reread } from '#web/client/reread.ts';
import {
  TaskDocument,
  useCreateTaskMutation,
  useDeleteTaskMutation,
  useUpdateTaskMutation,
  type TaskDetailFragment,
} from '#web/generated/engineering.ts';
import { useApolloClient } from '@apollo/client/react';
import { forgetTasks } from '../calls.ts';
import { inputOf, newInputOf, type TaskForm } from './model.ts';

/** The calls that change a composition. They throw the gateway's errors, which the page shows. */
export const useTaskCalls = (task: TaskDetailFragment | null) => {
  const client = useApolloClient();
  const quiet = { context: { quiet: true } };
  const [create, creating] = useCreateTaskMutation(quiet);
  const [update, updating] = useUpdateTaskMutation(quiet);
  const [remove] = useDeleteTaskMutation(quiet);
  const createFrom = async (form: TaskForm): Promise<TaskDetailFragment | undefined> => {
    const { data } = await create({
      variables: { costDatabaseId: form.costDatabaseId, input: newInputOf(form) },
      update: (cache) => forgetTasks(cache),
    });
    return data?.createTask.task;
  };
  const save = async (form: TaskForm, version: number): Promise<TaskDetailFragment | undefined> => {
    if (!task) return createFrom(form);
    const { data } = await update({
      variables: { id: task.id, version, input: inputOf(form) },
      update: (cache) => forgetTasks(cache),
    });
    return data?.updateTask.task;
  };
  const latest = async (): Promise<TaskDetailFragment | null | undefined> => {
    if (!task) return null;
    const data = await reread(client, { query: TaskDocument, variables: { id: task.id } });
    return data?.task;
  };
  const removeIt = async (): Promise<void> => {
    if (!task) return;
    await remove({
      variables: { id: task.id },
      update: (cache) => {
        cache.evict({ id: cache.identify({ __typename: 'Task', id: task.id }) });
        forgetTasks(cache);
      },
    });
  };
  return { save, createFrom, latest, remove: removeIt, saving: creating.loading || updating.loading };
};
