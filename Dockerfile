# How to run it: docs/operating.md, "In a container". Debian, since the built-in PostgreSQL needs glibc.
# For a build that comes out the same every time name the base by its digest, which `docker buildx imagetools inspect
# node:24-bookworm-slim` tells: --build-arg NODE_IMAGE=docker.io/library/node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS web
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The base brings Node.js; TypeScript is here for those only who configure the job queue by it.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev \
  && rm -r node_modules/node node_modules/.bin/node node_modules/typescript

FROM ${NODE_IMAGE}
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Scene" \
  org.opencontainers.image.description="An open, self-hostable social film diary" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY migrations migrations
COPY src/built-in src/built-in
COPY src/server src/server
COPY src/shared src/shared
COPY --from=web /app/dist dist
RUN ln -s /app/src/server/cli/scene.ts /usr/local/bin/scene && install -d -o node -g node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 SCENE_DATA_DIR=/data
# Of the C library: gives back what is free (docs/operating.md, "Starting without npm").
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=1048576
USER node
VOLUME /data
EXPOSE 3000
# Whether the process answers. /readyz also asks for the database: one that is away is no reason to end Scene.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm or a shell in between, so that signals arrive; the flags are those of `npm start`.
ENTRYPOINT []
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "--expose-gc", "src/server/main.mjs"]
