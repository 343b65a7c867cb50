import type { Registry } from 'prom-client';
import type { Access } from './access.ts';
import type { ApiUse } from './apiUse.ts';
import type { Clock } from './clock.ts';
import type { ConstraintTexts } from './db/constraints.ts';
import type { Costs } from './db/database.ts';
import type { Databases } from './db/databases.ts';
import type { Echo } from './http/echo.ts';
import type { ReplicaReads } from './db/replica/replica.ts';
import type { Notifications } from './db/notifications.ts';
import type { JobRunner } from './jobs/runner.ts';
import type { MailTransport } from './mail.ts';
import type { Secrets } from './secrets.ts';
import type { Session } from './session.ts';
import type { UnitOfWork } from './db/unitOfWork.ts';

/** Shared resources of all features, available as `app.platform`. */
export interface Platform extends UnitOfWork {
  database: Databases;
  replica: ReplicaReads;
  clock: Clock;
  notifications: Notifications;
  /** What tokens of programs use of a day. */
  apiUse: Pick<ApiUse, 'take' | 'takeFile' | 'store' | 'afterStoring'>;
  /** Portuguese texts of constraints; features add theirs when they register. */
  constraints: ConstraintTexts;
  /** Folder for files stored outside the database. */
  dataDir: string;
  /** Seals what must be read again. */
  secrets: Secrets;
  /** Background jobs; features define their kinds. */
  jobs: Pick<JobRunner, 'define'>;
  /** Transport of mails. */
  mail: MailTransport;
  /** Public URL of the product, without a trailing slash; start of the links in mails. */
  publicUrl: string;
  /** Lifetime of an access token in seconds. */
  tokenTtlSeconds: number;
  /** Validates every response against its contract before sending it; on in tests. */
  checkAnswers: boolean;
  /** Registry for the features' metrics; undefined measures nothing. */
  metrics: Registry | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    platform: Platform;
  }
  interface FastifyRequest {
    /** Session of the request; null on public routes without a token. */
    session: Session | null;
    /** The same with all companies, where the caller asks for it beside the answer (`SESSION_HEADER`). */
    wholeSession: Session | null;
    costs: Costs;
    /** File of a multipart body sent with its JSON; null without one. */
    upload: Buffer | null;
    /** Fields of the body that the call does not change; null when the endpoint accepts none. */
    echoes: readonly Echo[] | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Default text of §8 for a failure without its own message. */
    failure?: string;
    oauth?: boolean;
  }
}
