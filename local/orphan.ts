/**
 * Loaded into every process that `npm start` starts (`node --import`): ends it when the supervisor vanishes, also by
 * kill -9, so that no orphan keeps a port. The sign is the end of standard input, a pipe that only the supervisor holds.
 */
const supervisor = process.env.LOCAL_SUPERVISOR_PID;
delete process.env.LOCAL_SUPERVISOR_PID; // this process's own children have other parents

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
