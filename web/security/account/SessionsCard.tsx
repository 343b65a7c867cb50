import {
  useEndOtherSessionsMutation,
  useEndOwnSessionMutation,
  type OwnSessionsQuery,
} from '#web/generated/security.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { Button, Card, CountBadge, StatusPill, instantText } from '#web/ui/index.ts';
import { DesktopIcon, LogoutIcon, PhoneIcon } from '#web/ui/icons.ts';
import { timeOf } from '#web/ui/clock.ts';
import { useState } from 'react';
import styles from './account.module.css';
import { agoText, originText } from './words.ts';

export type OwnSession = NonNullable<OwnSessionsQuery['ownSessions']>[number];

export interface SessionsCardProps {
  sessions: readonly OwnSession[];
  /** Reads the lists again. */
  onChange: () => Promise<unknown>;
}

/** The open sessions of the user, this one first. */
export const SessionsCard = ({ sessions, onChange }: SessionsCardProps) => {
  const [endOne] = useEndOwnSessionMutation({ context: { quiet: true } });
  const [endOthers, { loading }] = useEndOtherSessionsMutation({ context: { quiet: true } });
  const [ending, setEnding] = useState<string | null>(null);
  const [now] = useState(() => Date.now());
  const others = sessions.filter(({ current }) => !current).length;

  const settle = async (action: () => Promise<string>) => {
    try {
      notifySuccess(await action());
    } catch (error) {
      notifyFailure(error);
    }
    await onChange();
    setEnding(null);
  };

  const end = (session: OwnSession) => {
    setEnding(session.id);
    void settle(async () => {
      await endOne({ variables: { id: session.id } });
      return `Sessão encerrada: ${session.device}`;
    });
  };

  const endAll = () =>
    void settle(async () => {
      const { data } = await endOthers();
      const ended = data?.endOtherSessions.ended ?? 0;
      return ended === 1 ? '1 sessão encerrada' : `${ended} sessões encerradas`;
    });

  return (
    <Card
      title="Sessões abertas"
      className={styles.flush}
      badge={<CountBadge count={sessions.length} />}
      actions={
        others > 0 && (
          <Button icon={<LogoutIcon />} busy={loading} onClick={endAll}>
            {others === 1 ? 'Encerrar a outra' : `Encerrar as outras ${others}`}
          </Button>
        )
      }
    >
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id} className={session.current ? styles.current : undefined}>
            <span className={styles.device} aria-hidden="true">
              {session.mobile ? <PhoneIcon /> : <DesktopIcon />}
            </span>
            <span className={styles.name}>
              <strong>{session.device}</strong>
              <small>{originText(session)}</small>
            </span>
            <span className={styles.when}>
              <span>Entrou em {instantText(session.issuedAt)}</span>
              <small>vale até {timeOf(session.expiresAt)}</small>
            </span>
            <span className={styles.used}>{session.current ? 'agora' : agoText(session.lastUsedAt, now)}</span>
            <span className={styles.end}>
              {session.current ? (
                <StatusPill tone="in">esta sessão</StatusPill>
              ) : (
                <Button size="small" busy={ending === session.id} onClick={() => end(session)}>
                  Encerrar
                  <span className="visuallyHidden"> {session.device}</span>
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
