/**
 * Loaded into every process that `npm start` starts (`node --import`). Ends the process when the supervisor is gone,
 * even by kill -9, so that no orphan keeps a port: standard input, a pipe that only the supervisor holds, then ends.
 */
const supervisor = process.env.LOCAL_SUPERVISOR_PID;
delete process.env.LOCAL_SUPERVISOR_PID; // processes that this one starts have another parent

if (supervisor) {
  const leave = () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), 1500);
  };
  process.stdin.on('end', leave).on('error', leave).resume();
  if ('unref' in process.stdin && typeof process.stdin.unref === 'function') process.stdin.unref();
  if (process.ppid !== Number(supervisor)) leave();
}

export {};
