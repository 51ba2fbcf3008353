"""
A Flask site that logs people in with Authlib 1 (Debian: apt-get install python3-flask python3-authlib python3-requests).
Register these URIs: redirect https://app.example.com/callback, after logout https://app.example.com/.
Start it: flask --app flask_authlib run
"""

import os
from urllib.parse import urlencode

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session, url_for

app = Flask(__name__)
app.secret_key = os.environ["SESSION_SECRET"]  # signs the cookie of the session

oauth = OAuth(app)
oauth.register(
    "premium",
    server_metadata_url=os.environ["ISSUER"] + "/.well-known/openid-configuration",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "openid email", "code_challenge_method": "S256"},
)


@app.get("/")
def home():
    return ("Hello " + session["email"]) if "email" in session else "Not logged in", {"Content-Type": "text/plain"}


@app.get("/login")
def login():
    return oauth.premium.authorize_redirect(url_for("callback", _external=True))


@app.get("/callback")
def callback():
    # Checks state and nonce, and the signature, issuer, audience and times of the ID token.
    tokens = oauth.premium.authorize_access_token()
    person = oauth.premium.userinfo(token=tokens)
    session.clear()
    session.update(sub=person["sub"], email=person["email"], id_token=tokens["id_token"])
    return redirect(url_for("home"))


@app.get("/logout")
def logout():
    query = {"id_token_hint": session.get("id_token", ""), "post_logout_redirect_uri": url_for("home", _external=True)}
    session.clear()
    return redirect(oauth.premium.load_server_metadata()["end_session_endpoint"] + "?" + urlencode(query))
