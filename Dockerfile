# One image for the web process, worker and migrations, with different commands (docker-compose.yml).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
# The image runs its own Node.js. The one among the npm packages is for machines without a recent one.
RUN npm ci --include=dev --no-audit --no-fund --loglevel=error
COPY . .
# The build has no repository: docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD)
ARG COMMIT=
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1 COMMIT=$COMMIT
# /image holds only what production runs.
RUN npm run build && node bin/image.ts /image

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY --from=build --chown=root:root /image ./
USER node
EXPOSE 8080
# Ready once, then alive. A new process waits for its migrations, so it may take minutes to start.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10m CMD ["node", "bin/health-check.ts"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=4", "--max-old-space-size=1536", "server/index.ts"]
