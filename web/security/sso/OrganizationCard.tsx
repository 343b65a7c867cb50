import { errorText } from '#web/client/errors.ts';
import { notifyError, notifySuccess } from '#web/client/notify.ts';
import {
  useDeleteOrganizationMutation,
  useProveOrganizationDomainMutation,
  useTestOrganizationMutation,
} from '#web/generated/security.ts';
import { Banner, Button, Card, ConfirmDialog, instantText, StatusPill } from '#web/ui/index.ts';
import { useState } from 'react';
import { CopyLine } from './CopyLine.tsx';
import { Groups } from './Groups.tsx';
import { stateOf, type Organization } from './model.ts';
import { Provisioning } from './Provisioning.tsx';
import styles from './sso.module.css';

const context = { quiet: true };

const useCalls = (id: string) => {
  const [prove, proving] = useProveOrganizationDomainMutation({ context });
  const [test, testing] = useTestOrganizationMutation({ context });
  const [remove, removing] = useDeleteOrganizationMutation({ context });
  const attempt = async (act: () => Promise<unknown>, failure: string) => {
    try {
      await act();
    } catch (error) {
      notifyError(errorText(error, failure));
    }
  };
  return {
    busy: { prove: proving.loading, test: testing.loading, remove: removing.loading },
    prove: () =>
      attempt(async () => {
        await prove({ variables: { id } });
        notifySuccess('Domínio comprovado');
      }, 'Falha para verificar o domínio'),
    test: () =>
      attempt(async () => {
        const { data } = await test({ variables: { id } });
        const answer = data?.testOrganization;
        if (answer) (answer.works ? notifySuccess : notifyError)(answer.message);
      }, 'Falha para testar a organização'),
    remove: () =>
      attempt(async () => {
        await remove({ variables: { id } });
        notifySuccess('Organização excluída');
      }, 'Falha para excluir organização'),
  };
};

/** How to prove the domain, until it is. */
const Proof = ({ organization, busy, onProve }: { organization: Organization; busy: boolean; onProve: () => void }) => (
  <div className={styles.proof}>
    <Banner
      tone="warning"
      action={
        <Button busy={busy} onClick={onProve}>
          Verificar domínio
        </Button>
      }
    >
      {organization.proofMissingSince
        ? `O registro TXT que comprova ${organization.domain} não está no DNS desde ${instantText(organization.proofMissingSince)}. Quem já entra continua entrando; 30 dias depois da falta, ninguém novo é aceito.`
        : `Para comprovar que ${organization.domain} é seu, crie no DNS do domínio um registro TXT com o texto abaixo. Até lá ninguém entra por aqui.`}
    </Banner>
    <CopyLine label="registro" text={organization.proof} />
  </div>
);

/** An organization: what it is, whether it works, and what it needs. */
export const OrganizationCard = ({
  organization,
  provisioningUrl,
  onEdit,
}: {
  organization: Organization;
  provisioningUrl: string;
  onEdit: () => void;
}) => {
  const { id, name, provider, domain, issuer, clientId, hasSecret, proven, proofMissingSince } = organization;
  const [removing, setRemoving] = useState(false);
  const calls = useCalls(id);
  const { label, tone } = stateOf(organization);
  return (
    <Card title={name} meta={provider} actions={<StatusPill tone={tone}>{label}</StatusPill>}>
      <dl className={styles.facts}>
        <dt>Domínio</dt>
        <dd>{domain}</dd>
        <dt>Emissor</dt>
        <dd>{issuer}</dd>
        <dt>Cliente</dt>
        <dd>
          {clientId} · {hasSecret ? 'com segredo guardado' : 'sem segredo'}
        </dd>
      </dl>
      {(!proven || proofMissingSince) && (
        <Proof organization={organization} busy={calls.busy.prove} onProve={() => void calls.prove()} />
      )}
      {proven && <Groups organization={organization} />}
      {proven && <Provisioning organization={organization} address={provisioningUrl} />}
      <div className={styles.actions}>
        <Button variant="subtle" onClick={() => setRemoving(true)} busy={calls.busy.remove}>
          Excluir
        </Button>
        <Button onClick={() => void calls.test()} busy={calls.busy.test}>
          Testar
        </Button>
        <Button onClick={onEdit}>Editar</Button>
      </div>
      <ConfirmDialog
        open={removing}
        title={`Excluir ${name}?`}
        text={`Ninguém mais entra por ${name}. Os usuários continuam na conta; quem não tem senha fica sem acesso até ganhar uma ou entrar por outra organização. O que os grupos dela davam deixa de valer.`}
        confirm="Excluir"
        danger
        onConfirm={() => {
          setRemoving(false);
          void calls.remove();
        }}
        onCancel={() => setRemoving(false)}
      />
    </Card>
  );
};
