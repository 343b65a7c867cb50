import type { Registry } from 'prom-client';
import type { Access } from './access.ts';
import type { Clock } from './clock.ts';
import type { ConstraintTexts } from './db/constraints.ts';
import type { Costs, DatabaseHandle } from './db/database.ts';
import type { Echo } from './http/echo.ts';
import type { Notifications } from './db/notifications.ts';
import type { MailTransport } from './mail.ts';
import type { Session } from './session.ts';
import type { UnitOfWork } from './db/unitOfWork.ts';

/** What every feature stands on; reached as `app.platform`. */
export interface Platform extends UnitOfWork {
  database: DatabaseHandle;
  clock: Clock;
  notifications: Notifications;
  /** Sentences for constraint names; features describe theirs when they register. */
  constraints: ConstraintTexts;
  /** Folder for files that do not belong in the database. */
  dataDir: string;
  /** The way out for mail. */
  mail: MailTransport;
  /** Address that people know the product by, without a slash at its end: what links in mails begin with. */
  publicUrl: string;
  /** Life of an access token, in seconds. */
  tokenTtlSeconds: number;
  /** Whether every answer is checked against its contract before it leaves: on in tests. */
  checkAnswers: boolean;
  /** Where features count what else is worth watching; undefined counts nothing. */
  metrics: Registry | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform;
  }
  interface FastifyRequest {
    /** Who asks; null on public routes called without a token. */
    session: Session | null;
    costs: Costs;
    /** File of a multipart body that an endpoint takes beside its JSON; null when none came. */
    upload: Buffer | null;
    /** What came in the body and is not changed by the call; null where the endpoint takes nothing of the kind. */
    echoes: readonly Echo[] | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Text of §8 for a failure that has no message of its own. */
    failure?: string;
    oauth?: boolean;
  }
}
