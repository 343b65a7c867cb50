import { API_AREAS, type ApiArea } from '#domain/apiLimits.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm } from '#web/form/useForm.ts';
import { useKeep } from '#web/form/useKeptForm.ts';
import {
  useCreateApiTokenMutation,
  useTokenPlacesQuery,
  type CreateApiTokenMutation,
  type TokenPlacesQuery,
} from '#web/generated/security.ts';
import {
  Checkbox,
  DateInput,
  Field,
  MultiSelect,
  Problem,
  Segments,
  Select,
  TextArea,
  TextInput,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { inputOf, KEPT_TOKEN, newForm, placeOptions, problemsOf, SELF, type TokenForm } from './model.ts';
import { ACCESS_NAMES, AREA_NAMES } from './words.ts';
import styles from './integrations.module.css';

export type MadeToken = CreateApiTokenMutation['createApiToken'];

const context = { quiet: true };
const ACCESSES = (['READ', 'READ_WRITE'] as const).map((value) => ({ value, label: ACCESS_NAMES[value] }));

const Areas = ({
  chosen,
  problem,
  onChange,
}: {
  chosen: readonly ApiArea[];
  problem: string | undefined;
  onChange: (areas: ApiArea[]) => void;
}) => (
  <fieldset className={styles.group}>
    <legend>Áreas</legend>
    <div className={styles.choices}>
      {API_AREAS.map((area) => (
        <Checkbox
          key={area}
          label={AREA_NAMES[area]}
          checked={chosen.includes(area)}
          onChange={(on) => onChange(API_AREAS.filter((one) => (one === area ? on : chosen.includes(one))))}
        />
      ))}
    </div>
    {problem !== undefined && <Problem>{problem}</Problem>}
  </fieldset>
);

const accessText = (access: TokenForm['access'], self: boolean): string =>
  access === 'READ'
    ? 'O token consulta e não grava nada.'
    : `Quem tem o token cria, muda e exclui como ${self ? 'você' : 'a conta de serviço'}. Só para programas que precisam gravar.`;

/** Whom the token acts for: its maker, or a service account that somebody answers for. */
const ActorField = ({
  accounts,
  value,
  problem,
  onChange,
}: {
  accounts: NonNullable<TokenPlacesQuery['serviceAccounts']>['content'];
  value: string;
  problem: string | undefined;
  onChange: (id: string) => void;
}) => (
  <Field
    label="Em nome de"
    error={problem}
    hint="Um token seu para quando o seu acesso acaba; o de uma conta de serviço, não."
  >
    <Select
      value={value}
      options={[
        { value: SELF, label: 'Você' },
        ...accounts
          .filter(({ id, responsible }) => responsible || id === value)
          .map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  </Field>
);

const Fields = ({
  form,
  problems,
  set,
}: {
  form: TokenForm;
  problems: Readonly<Record<string, string>>;
  set: (values: Partial<TokenForm>) => void;
}) => {
  const { data, loading } = useTokenPlacesQuery({ context, fetchPolicy: 'cache-and-network' });
  const self = form.serviceAccountId === SELF;
  const network = Object.entries(problems).find(([path]) => path.startsWith('networks'))?.[1];
  const place = Object.entries(problems).find(([path]) => path.startsWith('places'))?.[1];
  return (
    <>
      <Field label="Nome" required error={problems.name} hint="O programa que vai usar o token: Power BI diretoria.">
        <TextInput value={form.name} maxLength={80} autoComplete="off" autoFocus onChange={(name) => set({ name })} />
      </Field>
      <ActorField
        accounts={data?.serviceAccounts?.content ?? []}
        value={form.serviceAccountId}
        problem={problems.serviceAccountId}
        onChange={(serviceAccountId) => set({ serviceAccountId })}
      />
      <div className={styles.group}>
        <Segments ariaLabel="Acesso" value={form.access} options={ACCESSES} onChange={(access) => set({ access })} />
        <p className={styles.meta}>{accessText(form.access, self)}</p>
      </div>
      <Areas chosen={form.areas} problem={problems.areas} onChange={(areas) => set({ areas })} />
      <Field
        label="Empresas e obras"
        error={place}
        hint={`Nenhuma escolhida: todas em que ${self ? 'você' : 'a conta de serviço'} pode, agora e depois.`}
      >
        <MultiSelect
          value={form.places}
          options={placeOptions(data?.grantableCompanies ?? [])}
          loading={loading}
          placeholder="Todas"
          onChange={(places) => set({ places })}
        />
      </Field>
      <Field label="Vale até" required error={problems.expiresOn} hint="No máximo um ano.">
        <DateInput
          path="expiresOn"
          value={form.expiresOn}
          towards="future"
          onChange={(expiresOn) => set({ expiresOn })}
        />
      </Field>
      <Field
        label="Endereços IP permitidos"
        error={network}
        hint="Um em cada linha, como 203.0.113.7 ou 203.0.113.0/24. Vazio: de qualquer lugar."
      >
        <TextArea value={form.networks} rows={2} maxLength={1_000} onChange={(networks) => set({ networks })} />
      </Field>
    </>
  );
};

/** Makes a token, which its caller shows once. */
export const TokenDialog = ({
  typed,
  onMade,
  onClose,
}: {
  /** Typed before the page was left for the provider. */
  typed: TokenForm | null;
  onMade: (made: MadeToken) => void;
  onClose: () => void;
}) => {
  const [opened] = useState(newForm);
  const editor = useForm(typed ?? opened, opened, problemsOf);
  const { form, set, problems } = editor;
  useKeep(KEPT_TOKEN, form);
  const [create, { loading }] = useCreateApiTokenMutation({ context, fetchPolicy: 'no-cache' });
  const send = async () => {
    const { data } = await create({ variables: { input: inputOf(form) }, refetchQueries: ['Integrations'] });
    if (data) onMade(data.createApiToken);
    onClose();
  };
  return (
    <FormDialog
      title="Novo token"
      {...{ editor, send, onClose }}
      busy={loading}
      saveLabel="Criar token"
      failure="Falha para criar o token"
      className={styles.fields}
    >
      <Fields {...{ form, problems, set }} />
    </FormDialog>
  );
};
