/** The reference for P4: only argon2id with the product's parameters, two at a time as in the product. */
import argon2 from 'argon2';
import { ARGON2 } from '#lib/auth/passwords/password-hash.ts';

const PASSWORD = 'Correct-Horse-7-Battery';
const AT_ONCE = 2;
const hash = await argon2.hash(PASSWORD, ARGON2);

process.on('message', ({ seconds }: { seconds: number }) => {
  void measure(seconds).then((perSecond) => process.send?.({ perSecond }));
});
process.send?.({ isReady: true });

async function measure(seconds: number): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let count = 0;
  const verify = async () => {
    for (; performance.now() < end; count++) await argon2.verify(hash, PASSWORD);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, verify));
  return (count * 1000) / (performance.now() - start);
}
