import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import { PrivacyDocument, useUpdateDataRetentionMutation, type PrivacyQuery } from '#web/generated/security.ts';
import { Button, Card, CountInput, Field, FirstProblem, ReadingContext } from '#web/ui/index.ts';
import type { SubmitEvent } from 'react';
import styles from './privacy.module.css';

type Retention = Pick<NonNullable<PrivacyQuery['dataRetention']>, 'accessMonths' | 'messageMonths'>;

const MOST = 60;
const LEAST: Record<keyof Retention, number> = { accessMonths: 6, messageMonths: 1 };

const problemOf = (field: keyof Retention) => (months: number) =>
  months < LEAST[field] || months > MOST ? `Informe de ${LEAST[field]} a ${MOST} meses` : undefined;

const problemsOf = (form: Retention): Problems =>
  Object.fromEntries(
    (['accessMonths', 'messageMonths'] as const).flatMap((field) => {
      const problem = problemOf(field)(form[field]);
      return problem === undefined ? [] : [[field, problem]];
    }),
  );

/** How long the account keeps what its books do not need. */
export const Retention = ({ stored }: { stored: Retention }) => {
  const { form, set, problems, check, refuse, reading, refusals } = useForm<Retention>(stored, stored, problemsOf);
  const [update, { loading }] = useUpdateDataRetentionMutation({ context: { quiet: true } });
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!check() || loading) return;
    try {
      await update({ variables: { input: form }, refetchQueries: [PrivacyDocument] });
      notifySuccess('Prazos salvos');
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.length === 0) notifyFailure(error, 'Falha para salvar os prazos');
    }
  };
  return (
    <Card title="Prazos de guarda">
      <form className={styles.form} data-form="" onSubmit={(event) => void submit(event)} noValidate>
        <ReadingContext value={reading}>
          <div className={styles.fields}>
            <Field label="Acessos e consultas (meses)" error={problems.accessMonths}>
              <CountInput
                path="accessMonths"
                value={form.accessMonths}
                live
                problemOf={problemOf('accessMonths')}
                onChange={(accessMonths) => set({ accessMonths })}
              />
            </Field>
            <Field label="Mensagens do assistente (meses)" error={problems.messageMonths}>
              <CountInput
                path="messageMonths"
                value={form.messageMonths}
                live
                problemOf={problemOf('messageMonths')}
                onChange={(messageMonths) => set({ messageMonths })}
              />
            </Field>
          </div>
        </ReadingContext>
        <FirstProblem refusals={refusals} />
        <p className={styles.meta}>
          Acessos ficam ao menos 6 meses (Marco Civil da Internet, art. 15). Lançamentos e o histórico deles não têm
          prazo: pertencem aos livros da empresa.
        </p>
        <div className={styles.buttons}>
          <Button variant="primary" type="submit" busy={loading}>
            Salvar
          </Button>
        </div>
      </form>
    </Card>
  );
};
