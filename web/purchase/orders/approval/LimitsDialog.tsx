import { errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import { useForm } from '#web/form/useForm.ts';
import {
  LimitedUsersDocument,
  OrderLimitsDocument,
  useOrderLimitsQuery,
  useUpdateOrderLimitsMutation,
  type OrderLimitsDetailsFragment,
} from '#web/generated/purchase.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import {
  Button,
  Checkbox,
  Combobox,
  Dialog,
  ErrorState,
  Field,
  FirstProblem,
  IconButton,
  MoneyInput,
  ReadingContext,
} from '#web/ui/index.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, type SubmitEvent } from 'react';
import {
  begun,
  inputOf,
  limitsFormOf,
  pathOf,
  problemsOf,
  withUser,
  type LimitsForm,
  type TypedLimit,
} from './limitsForm.ts';
import styles from './limits.module.css';

/** Users who may have a limit, by name. */
const useUserSearch = () => {
  const client = useApolloClient();
  return useCallback(
    async (search: string): Promise<Option[]> => {
      const { data } = await client.query({
        ...{ query: LimitedUsersDocument, variables: { search: search || null }, fetchPolicy: 'network-only' },
      });
      return (data?.users?.content ?? []).map(({ id, name, login, service }) => ({
        id,
        label: name,
        hint: service ? 'Conta de serviço' : login,
      }));
    },
    [client],
  );
};

interface RowProps {
  typed: TypedLimit;
  index: number;
  problem: string | undefined;
  onChange: (values: Partial<TypedLimit>) => void;
  onRemove: () => void;
}

const LimitRow = ({ typed: { name, limit, unlimited }, index, problem, onChange, onRemove }: RowProps) => (
  <li className={styles.row}>
    <Field label={`Limite de ${name}`} error={problem}>
      <MoneyInput
        path={pathOf(index)}
        symbol="R$"
        value={unlimited ? '' : limit}
        disabled={unlimited}
        placeholder={unlimited ? 'sem limite' : undefined}
        onChange={(value) => onChange({ limit: value })}
      />
    </Field>
    <Checkbox
      label="Sem limite"
      ariaLabel={`Sem limite: ${name}`}
      checked={unlimited}
      onChange={(checked) => onChange({ unlimited: checked })}
    />
    <IconButton label={`Tirar o limite de ${name}`} icon={<DeleteIcon />} onClick={onRemove} />
  </li>
);

const NONE =
  'Nenhum pedido aguarda aprovação nesta empresa. Diga até quanto cada um pode pedir: o que passar aguarda quem tem limite para aprovar, e administradores.';
const SOME =
  'Um pedido acima do limite de quem o salva aguarda aprovação de quem compra para a mesma obra e tem limite que o alcance. Administradores não têm limite.';

const useLimitsForm = (stored: OrderLimitsDetailsFragment, onClose: () => void) => {
  const { companyId } = usePlace();
  const opened = limitsFormOf(stored);
  const state = useForm<LimitsForm>(opened, opened, problemsOf);
  const { form, check, refuse } = state;
  const [update, { loading }] = useUpdateOrderLimitsMutation({ context: { quiet: true } });
  const send = async () => {
    if (!check() || loading) return;
    try {
      await update({
        variables: { companyId, version: stored.version, limits: inputOf(form) },
        update: (cache, { data }) => {
          const orderLimits = data?.updateOrderLimits.orderLimits;
          if (orderLimits)
            cache.writeQuery({ query: OrderLimitsDocument, variables: { companyId }, data: { orderLimits } });
        },
      });
      notifySuccess('Limites salvos');
      onClose();
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields.map(({ path, message }) => ({ path: path.replace(/\.userId$/, '.limit'), message })));
      if (fields.length === 0) notifyFailure(error, 'Falha para salvar limites');
    }
  };
  return { ...state, send, loading };
};

const Limits = ({ stored, onClose }: { stored: OrderLimitsDetailsFragment; onClose: () => void }) => {
  const { form, set, problems, reading, refusals, send, loading } = useLimitsForm(stored, onClose);
  const search = useUserSearch();
  const { limits } = form;
  const change = (index: number, values: Partial<TypedLimit>) =>
    set({ limits: limits.map((one, at) => (at === index ? { ...one, ...values } : one)) });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  useEditorKeys({ onSave: () => void send(), inDialog: true });
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <p className={styles.about}>{limits.length === 0 ? NONE : SOME}</p>
      <ReadingContext value={reading}>
        {limits.length === 0 ? (
          <Button onClick={() => set(begun)}>Definir limites</Button>
        ) : (
          <>
            <ul className={styles.rows}>
              {limits.map((typed, index) => (
                <LimitRow
                  key={typed.userId ?? ''}
                  {...{ typed, index, problem: problems[pathOf(index)] }}
                  onChange={(values) => change(index, values)}
                  onRemove={() => set({ limits: limits.filter((one) => one !== typed) })}
                />
              ))}
            </ul>
            <Field label="Limite para outro usuário">
              <Combobox
                value={null}
                placeholder="Nome ou e-mail"
                loadOptions={search}
                onChange={(option) => option && set(withUser(form, option))}
              />
            </Field>
          </>
        )}
      </ReadingContext>
      <FirstProblem refusals={refusals} />
      <div className={styles.actions}>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="primary" type="submit" shortcut="Ctrl S" busy={loading}>
          Salvar
        </Button>
      </div>
    </form>
  );
};

/** Who may order up to how much in the chosen company: set by administrators. */
export const LimitsDialog = ({ onClose }: { onClose: () => void }) => {
  const { company } = useSession().place;
  const { companyId } = usePlace();
  const { data, error, refetch } = useOrderLimitsQuery({
    ...{ variables: { companyId }, fetchPolicy: 'network-only', context: { quiet: true } },
  });
  const stored = data?.orderLimits;
  // A dialog without anything to focus would be hidden from assistive technology: it opens with its fields.
  if (!stored && !error) return null;
  return (
    <Dialog open onClose={onClose} title={`Limites de aprovação · ${company?.name ?? ''}`} actions={null}>
      {stored ? (
        <Limits stored={stored} onClose={onClose} />
      ) : (
        <ErrorState message={errorText(error, 'Falha para buscar limites')} onRetry={() => void refetch()} />
      )}
    </Dialog>
  );
};
