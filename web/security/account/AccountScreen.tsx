import { useOwnProfileQuery, useOwnSessionsQuery } from '#web/generated/security.ts';
import { errorText } from '#web/client/errors.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { Button, Card, ErrorState, PageHeader, Skeleton } from '#web/ui/index.ts';
import { EditIcon } from '#web/ui/icons.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { MyDataCard } from '../privacy/MyDataCard.tsx';
import { AccessesCard } from './AccessesCard.tsx';
import styles from './account.module.css';
import { PasswordCard } from './PasswordCard.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';
import { ProfileDialog } from './ProfileDialog.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { TwoStepsCard } from './TwoStepsCard.tsx';

/** `/home/account`: the user's own sessions, accesses, verification in two steps and password (mock 14). */
const AccountScreen = () => {
  const client = useApolloClient();
  const profiles = useOwnProfileQuery({ fetchPolicy: 'cache-and-network' });
  const listed = useOwnSessionsQuery({ fetchPolicy: 'cache-and-network' });
  const [version, setVersion] = useState(0);
  const [editing, setEditing] = useState(false);
  const error = profiles.error ?? listed.error;
  const [profile, sessions] = [profiles.data?.ownProfile, listed.data?.ownSessions];

  const readAgain = async () => {
    await Promise.all([profiles.refetch(), listed.refetch()]);
    setVersion((before) => before + 1);
  };

  if (error && (!profile || !sessions))
    return <ErrorState message={errorText(error)} onRetry={() => void readAgain()} />;
  if (!profile || !sessions) return <Skeleton rows={8} />;
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Minha conta"
        summary={`${profile.name} · ${profile.login}${profile.admin ? ' · administração' : ''}`}
        actions={
          <Button icon={<EditIcon />} onClick={() => setEditing(true)}>
            Editar nome e fuso
          </Button>
        }
      />
      <div className={styles.cards}>
        <div className={styles.column}>
          <SessionsCard sessions={sessions} onChange={readAgain} />
          <AccessesCard version={version} />
          <MyDataCard />
        </div>
        <div className={styles.column}>
          {profile.hasPassword && <TwoStepsCard profile={profile} onChange={readAgain} />}
          {profile.hasPassword && <PasskeysCard onChange={readAgain} />}
          {!profile.hasPassword && (
            <Card title="Senha">
              <p className={styles.meta}>
                Você entra pelo acesso único da sua organização: a senha e a verificação em duas etapas são as dela.
              </p>
            </Card>
          )}
          {profile.hasPassword && <PasswordCard profile={profile} others={sessions.length - 1} onChange={readAgain} />}
        </div>
      </div>
      {editing && (
        <ProfileDialog
          profile={profile}
          onClose={() => setEditing(false)}
          onDone={() => {
            setEditing(false);
            notifySuccess('Nome e fuso salvos');
            // The menu shows the name, and every screen its times: the session is read again with them.
            void client.refetchQueries({ include: ['Session'] }).then(readAgain);
          }}
        />
      )}
    </div>
  );
};

export default AccountScreen;
