import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  ReportScheduleRunsDocument,
  ReportSchedulesDocument,
  useDeleteReportScheduleMutation,
  useLeaveReportScheduleMutation,
  useSetReportScheduleActiveMutation,
  useTestReportScheduleMutation,
} from '#web/generated/reports.ts';
import type { Schedule } from './schedules.ts';

/** What is done to a schedule at once; a failure is told. */
export const useScheduleCalls = (companyId: string) => {
  const options = { refetchQueries: [ReportSchedulesDocument], context: { quiet: true } };
  const [setActive, activating] = useSetReportScheduleActiveMutation(options);
  const [remove, removing] = useDeleteReportScheduleMutation(options);
  const [leave, leaving] = useLeaveReportScheduleMutation(options);
  const [test, testing] = useTestReportScheduleMutation({
    refetchQueries: [ReportScheduleRunsDocument],
    context: { quiet: true },
  });
  const told = (work: Promise<unknown>, done: string, detail: string): void =>
    void work.then(() => notifySuccess(done, { detail })).catch((error: unknown) => notifyFailure(error));
  return {
    busy: activating.loading || removing.loading || leaving.loading,
    testing: testing.loading,
    setActive: ({ id, title }: Schedule, active: boolean) =>
      told(setActive({ variables: { companyId, id, active } }), active ? 'Envio retomado' : 'Envio pausado', title),
    remove: ({ id, title }: Schedule) => told(remove({ variables: { companyId, id } }), 'Envio excluído', title),
    leave: ({ id, title }: Schedule) =>
      told(leave({ variables: { companyId, id } }), 'Você não recebe mais este envio', title),
    test: ({ id, title }: Schedule) => told(test({ variables: { companyId, id } }), 'Enviando para você, agora', title),
  };
};
