/** Ends what globalSetup started; it left the function here because Jest gives the two no other way to talk. */
export default async () => globalThis.prumoTestRun?.finish();
