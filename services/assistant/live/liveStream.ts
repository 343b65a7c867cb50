import type { ServerResponse } from 'node:http';
import type { LiveOpened, Presence, RowsChange } from '#schema/assistant/live.rest.ts';
import { SessionStream } from '../../platform/streams/sessionStream.ts';
import type { Session } from '../../platform/session.ts';

/** One stream of changed rows and of presence. */
export class LiveStream extends SessionStream {
  /** What the user may see, read anew when it changes. */
  rights: Session;

  constructor(session: Session, response: ServerResponse, at: Date) {
    super(session, response);
    this.rights = session;
    this.#tell('opened', { openedAt: at.toISOString() } satisfies LiveOpened);
  }

  tellRows(change: RowsChange): void {
    this.#tell('rows', change);
  }

  tellPresence(presence: Presence): void {
    this.#tell('presence', presence);
  }

  #tell(event: string, data: object): void {
    this.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}
