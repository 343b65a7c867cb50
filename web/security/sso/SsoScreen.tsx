import { errorText } from '#web/client/errors.ts';
import { useSingleSignOnQuery } from '#web/generated/security.ts';
import { SsoIcon } from '#web/ui/icons.ts';
import { Button, Card, EmptyState, ErrorState, PageHeader, Screen, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { CopyLine } from './CopyLine.tsx';
import { useKept } from '#web/form/useKeptForm.ts';
import { isKeptOrganization, KEPT_ORGANIZATION, type Organization, type SingleSignOn } from './model.ts';
import { OrganizationCard } from './OrganizationCard.tsx';
import { OrganizationDialog } from './OrganizationDialog.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { RulesCard } from './RulesCard.tsx';
import styles from './sso.module.css';

const summaryOf = ({ organizations, ssoOnly }: SingleSignOn): string => {
  const count = organizations.length;
  const counted = count === 0 ? 'nenhuma organização' : count === 1 ? '1 organização' : `${count} organizações`;
  return `${counted} · ${ssoOnly ? 'só acesso único' : 'com senhas'}`;
};

const Organizations = ({
  settings,
  onEdit,
}: {
  settings: SingleSignOn;
  onEdit: (organization: Organization | null) => void;
}) =>
  settings.organizations.length === 0 ? (
    <Card>
      <EmptyState
        icon={<SsoIcon />}
        title="Entrar pelo provedor da empresa"
        text="Com uma organização, quem tem e-mail do seu domínio entra pelo Microsoft Entra ID, Google Workspace, Keycloak ou outro provedor OpenID Connect."
        action={<Button onClick={() => onEdit(null)}>Nova organização</Button>}
      />
    </Card>
  ) : (
    settings.organizations.map((organization) => (
      <OrganizationCard
        key={organization.id}
        organization={organization}
        provisioningUrl={settings.provisioningUrl}
        onEdit={() => onEdit(organization)}
      />
    ))
  );

/** Acesso único: organizations that users log in through, and whether passwords still count; administrators only. */
const SsoScreen = () => {
  const { data, error, refetch } = useSingleSignOnQuery({ fetchPolicy: 'cache-and-network', context: { quiet: true } });
  const kept = useKept(KEPT_ORGANIZATION, isKeptOrganization);
  // The id; undefined: closed; null: a new one.
  const [edited, setEdited] = useState(kept?.id);
  const [typed, setTyped] = useState(kept);
  const settings = data?.singleSignOn;
  const organization = settings?.organizations.find(({ id }) => id === edited) ?? null;
  return (
    <Screen>
      <PageHeader
        title="Acesso único"
        summary={settings && summaryOf(settings)}
        actions={
          <Button variant="primary" onClick={() => setEdited(null)}>
            Nova organização
          </Button>
        }
      />
      <div className={styles.body}>
        {settings ? (
          <>
            <Card title="Endereço de retorno" meta="informe-o ao provedor">
              <CopyLine label="endereço" text={settings.callbackUrl} />
            </Card>
            <Organizations settings={settings} onEdit={(one) => setEdited(one?.id ?? null)} />
            <RulesCard key={settings.version} settings={settings} />
            <SecondFactorCard key={`second-${settings.version}`} settings={settings} />
          </>
        ) : error ? (
          <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={8} />
        )}
      </div>
      {settings && edited !== undefined && (
        <OrganizationDialog
          organization={organization}
          typed={typed?.form ?? null}
          onClose={() => {
            setEdited(undefined);
            setTyped(null);
          }}
        />
      )}
    </Screen>
  );
};

export default SsoScreen;
