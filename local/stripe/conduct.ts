import { StripeFault } from './api/fault.ts';
import { ContractBreach } from './world.ts';

const MAX_KEPT = 50;

/** Counts the API's requests and keeps those that broke the contract, by their sender or by the stand-in itself. */
export function createConduct() {
  let requests = 0;
  const violations: { request: string; reason: string }[] = [];

  return {
    /** Runs one request; what it throws goes on. */
    watch<T>(request: string, run: () => T): T {
      requests += 1;
      try {
        return run();
      } catch (error) {
        const reason = breachIn(error);
        if (reason !== null && violations.length < MAX_KEPT) violations.push({ request, reason });
        throw error;
      }
    },
    /** `GET /_control/contract`. */
    report: () => ({ requests, violations }),
  };
}

const BREACHES = ['parameter_unknown', 'parameter_missing', 'standin_unsupported'];

/** What a refusal says about the contract; null for what Stripe refuses to a well-formed request. */
function breachIn(error: unknown): string | null {
  if (error instanceof ContractBreach) return error.message;
  if (!(error instanceof StripeFault)) return null;
  const { code, message, param } = error.error;
  const isMalformed = /^(Invalid \S+: |Malformed |Unrecognized request URL|Parameter given twice)/.test(message);
  return isMalformed || BREACHES.includes(code ?? '') ? `${message} ${param ?? ''}`.trim() : null;
}
