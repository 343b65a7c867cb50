import { PRODUCT_SLUG } from '#domain/product.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import { useKeep, useKept } from '#web/form/useKeptForm.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import { useAdministratorsQuery, useUpdateLoginRulesMutation } from '#web/generated/security.ts';
import { Button, Card, Field, FirstProblem, Problem, Select, Switch } from '#web/ui/index.ts';
import { useState } from 'react';
import type { SingleSignOn } from './model.ts';
import styles from './sso.module.css';

interface RulesForm {
  ssoOnly: boolean;
  emergencyUserId: string;
}

const KEPT = 'sso.rules';

const isRulesForm = (value: unknown): value is RulesForm =>
  isRecord(value) && typeof value.ssoOnly === 'boolean' && isText(value.emergencyUserId);

const problemsOf = ({ ssoOnly, emergencyUserId }: RulesForm): Problems =>
  ssoOnly && emergencyUserId === ''
    ? { emergencyUserId: 'Escolha quem ainda entra com senha se o provedor falhar.' }
    : {};

/** An option of its own: a placeholder could not be chosen again. */
const NOBODY = { value: '', label: 'Ninguém' };

/** Most administrators that the choice shows. */
const MOST = 500;

/** Whether the account admits passwords, and who keeps one for emergencies. */
export const RulesCard = ({ settings }: { settings: SingleSignOn }) => {
  const [opened] = useState<RulesForm>(() => ({
    ssoOnly: settings.ssoOnly,
    emergencyUserId: settings.emergencyUserId ?? '',
  }));
  const kept = useKept(KEPT, isRulesForm);
  const { form, set, check, refuse, problems, refusals, dirty } = useForm(kept ?? opened, opened, problemsOf);
  useKeep(KEPT, dirty ? form : null);
  const administrators = useAdministratorsQuery({
    variables: { page: 0, size: MOST },
    fetchPolicy: 'cache-and-network',
  });
  const [update, { loading }] = useUpdateLoginRulesMutation({ context: { quiet: true } });
  const save = async () => {
    if (!check() || loading) return;
    const input = { ssoOnly: form.ssoOnly, emergencyUserId: form.emergencyUserId || null };
    try {
      await update({ variables: { version: settings.version, input } });
      notifySuccess(form.ssoOnly ? 'A conta entra só pelo acesso único' : 'As senhas valem');
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.length === 0) notifyFailure(error, 'Falha para salvar');
    }
  };
  const options = (administrators.data?.users?.content ?? []).map(({ id, name, login }) => ({
    value: id,
    label: `${name} (${login})`,
  }));
  return (
    <Card title="Senhas">
      <div className={styles.rules}>
        <Switch
          checked={form.ssoOnly}
          label="Só acesso único: as senhas dos usuários deixam de valer"
          onChange={(ssoOnly) => set({ ssoOnly })}
        />
        {problems.ssoOnly && <Problem>{problems.ssoOnly}</Problem>}
        <Field
          label="Administrador de emergência"
          required={form.ssoOnly}
          error={problems.emergencyUserId}
          hint={`Continua entrando com senha se o provedor falhar, pelo endereço /${PRODUCT_SLUG}id#senha.`}
        >
          <Select
            value={form.emergencyUserId}
            options={[NOBODY, ...options]}
            onChange={(emergencyUserId) => set({ emergencyUserId })}
          />
        </Field>
        <FirstProblem refusals={refusals} />
        <div className={styles.actions}>
          <Button variant="primary" disabled={!dirty} busy={loading} onClick={() => void save()}>
            Salvar
          </Button>
        </div>
      </div>
    </Card>
  );
};
