import type { LiveOpened, Presence } from '#schema/assistant/live.rest.ts';
import type { Outlet } from '../../platform/streams/outlet.ts';
import { SessionStream } from '../../platform/streams/sessionStream.ts';
import type { Session } from '../../platform/session.ts';

/** One stream of changed rows and of presence. */
export class LiveStream extends SessionStream {
  /** What the user may see, read anew when it changes. */
  rights: Session;

  constructor(session: Session, outlet: Outlet, at: Date) {
    super(session, outlet);
    this.rights = session;
    this.#tell('opened', { openedAt: at.toISOString() } satisfies LiveOpened);
  }

  /** `text` is that of a RowsChange. */
  tellRows(text: string): void {
    this.outlet.tell({ event: 'rows', data: text });
  }

  tellPresence(presence: Presence): void {
    this.#tell('presence', presence);
  }

  #tell(event: string, data: object): void {
    this.outlet.tell({ event, data: JSON.stringify(data) });
  }
}
