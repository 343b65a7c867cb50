import type { ServiceError } from '../errors.ts';
import type { Session } from '../session.ts';
import type { Outlet } from './outlet.ts';

/** One open stream, with the session that it was opened with. */
export class SessionStream {
  constructor(
    readonly session: Session,
    protected readonly outlet: Outlet,
  ) {}

  onClose(listener: () => void): void {
    this.outlet.onClose(listener);
  }

  beat(): void {
    this.outlet.beat();
  }

  /** Tells the reason and ends the stream: the session ended or lost the permission. */
  refuse(refusal: ServiceError): void {
    this.outlet.refuse(refusal);
  }

  end(): void {
    this.outlet.end();
  }
}
